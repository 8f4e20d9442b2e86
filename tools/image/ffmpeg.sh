#!/bin/sh
# In the Containerfile: builds ffmpeg and ffprobe from Debian's source, with its patches, into /programs.
#
# Debian's own ffmpeg links 200 libraries of 250 MB, from speech synthesis to OpenGL. This one reads the same videos,
# but lacks what no family has: the formats of games and of broadcasters, each with its own bugs for a hostile file to
# exploit. Formats, filters and encoders are those that lib/platform/video names; configure adds those that ffmpeg
# inserts automatically, to rotate and trim.
set -eu

# Adds source packages if the archive's list doesn't name them.
if [ -f /etc/apt/sources.list ]; then
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list > /etc/apt/sources.list.d/sources-of-all.list
fi
find /etc/apt/sources.list.d -name '*.sources' -exec sed -i 's/^Types: deb$/Types: deb deb-src/' {} +

apt-get -qq update
DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
  binutils dpkg-dev gcc libc6-dev libdav1d-dev libx264-dev libzimg-dev make nasm pkg-config xz-utils zlib1g-dev > /dev/null

mkdir /tmp/ffmpeg
cd /tmp/ffmpeg
apt-get -qq source ffmpeg
cd ffmpeg-*/
# Demuxers with which ffmpeg recognises the streams within MPEG (libavformat/demux.c, set_codec_from_probe_data).
streams=aac,ac3,aptx,dts,dvbsub,dvbtxt,eac3,h264,hevc,loas,m4v,mjpeg_2000,mp3,mpegvideo,truehd
# What thirty years of phones, cameras and camcorders have recorded, and what programs have made of it.
pictures=h264,hevc,vp8,vp9,libdav1d,mpeg1video,mpeg2video,mpegvideo,mpeg4,msmpeg4v1,msmpeg4v2,msmpeg4v3,h261,h263,h263i,h263p,flv,wmv1,wmv2,wmv3,vc1
pictures=$pictures,mjpeg,mjpegb,jpeg2000,jpegls,png,apng,bmp,tiff,webp,gif,prores,dnxhd,cfhd,dvvideo,theora,vp3,vp4,vp6,vp6a,vp6f,vp7
pictures=$pictures,cinepak,indeo2,indeo3,indeo4,indeo5,svq1,svq3,qtrle,rpza,smc,eightbps,cyuv,msvideo1,msrle,aasc,asv1,asv2,vcr1,loco,mszh,zlib
pictures=$pictures,rawvideo,v210,v308,v408,v410,yuv4,r210,huffyuv,ffvhuff,utvideo,magicyuv,lagarith,ffv1,hap,tscc,tscc2,zmbv,fraps,cscd,flashsv,flashsv2,rv10,rv20,rv30,rv40,snow
sounds=aac,aac_latm,mp1,mp1float,mp2,mp2float,mp3,mp3float,ac3,eac3,dca,truehd,mlp,opus,vorbis,flac,alac,als,amrnb,amrwb,wmav1,wmav2,wmapro,wmalossless
sounds=$sounds,qdm2,qdmc,qcelp,evrc,gsm,gsm_ms,ra_144,ra_288,cook,mace3,mace6,nellymoser,speex,tta,wavpack,ape,dvaudio,g723_1,g729,truespeech,atrac3,s302m
# Without those of Apple's own libraries.
samples=$(./configure --list-decoders | tr -s ' \t' '\n' | grep -E '^(adpcm|pcm)_' | grep -v '_at$' | paste -s -d , -)
version=$(dpkg-parsechangelog --show-field Version)
./configure --fatal-warnings --extra-version="${version#*-}" \
  --prefix=/usr \
  --disable-autodetect --disable-network --disable-avdevice --disable-ffplay --disable-doc --disable-debug \
  --enable-gpl --enable-libdav1d --enable-libx264 --enable-libzimg --enable-zlib \
  --disable-everything --enable-decoder="$pictures" --enable-decoder="$sounds" --enable-decoder="$samples" --enable-parsers --enable-bsfs \
  --enable-protocol=file,pipe \
  --enable-demuxer=mov,avi,matroska,mpegps,mpegts,mjpeg \
  --enable-demuxer="$streams" \
  --enable-muxer=mp4,mov,avi,matroska,webm,mpeg2vob,mpegts,image2pipe,pcm_s16le \
  --enable-encoder=libx264,aac,mjpeg,pcm_s16le \
  --enable-filter=scale,setsar,zscale,format,tonemap,yadif,thumbnail,aresample,tmix > /dev/null
make -s -j"$(nproc)" 2> make.log || { tail -n 50 make.log >&2; exit 1; }
make -s install-progs DESTDIR=/programs
install -D -m 0644 debian/copyright /programs/usr/share/doc/ffmpeg/copyright
