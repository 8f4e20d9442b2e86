#!/bin/sh
# In the Containerfile: builds ffmpeg and ffprobe from Debian's source, with its patches, into /programs.
#
# Debian's own ffmpeg links 200 libraries of 250 MB, from synthetic voices to OpenGL. What reads a video here is the same: every
# decoder and parser of ffmpeg's own, and dav1d for AV1. Formats, filters and encoders are those that lib/platform/video names;
# configure adds those that ffmpeg puts in by itself, to turn and cut.
set -eu

# Sources, where the archive's list doesn't name them.
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
# By which ffmpeg recognises the streams within MPEG (libavformat/demux.c, set_codec_from_probe_data).
streams=aac,ac3,aptx,dts,dvbsub,dvbtxt,eac3,h264,hevc,loas,m4v,mjpeg_2000,mp3,mpegvideo,truehd
version=$(dpkg-parsechangelog --show-field Version)
./configure --fatal-warnings --extra-version="${version#*-}" \
  --prefix=/usr \
  --disable-autodetect --disable-network --disable-avdevice --disable-ffplay --disable-doc --disable-debug \
  --enable-gpl --enable-libdav1d --enable-libx264 --enable-libzimg --enable-zlib \
  --disable-everything --enable-decoders --enable-parsers --enable-bsfs \
  --enable-protocol=file,pipe \
  --enable-demuxer=mov,avi,matroska,mpegps,mpegts \
  --enable-demuxer="$streams" \
  --enable-muxer=mp4,mov,avi,matroska,webm,mpeg2vob,mpegts,image2pipe \
  --enable-encoder=libx264,aac,mjpeg \
  --enable-filter=scale,setsar,zscale,format,tonemap,yadif,thumbnail,aresample > /dev/null
make -s -j"$(nproc)" 2> make.log || { tail -n 50 make.log >&2; exit 1; }
make -s install-progs DESTDIR=/programs
install -D -m 0644 debian/copyright /programs/usr/share/doc/ffmpeg/copyright
