const names = [
  'x:xmpmeta xmlns:x="adobe:ns:meta/"',
  'rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
];
const spaces = [
  'xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"',
  'xmlns:Container="http://ns.google.com/photos/1.0/container/"',
  'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"',
  'xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"',
];

/** A JPEG with the XMP that a camera writes. */
export function jpegWithXmp(jpeg: Buffer, attributes: string, inside = ""): Buffer {
  const description = `<rdf:Description rdf:about="" ${spaces.join(" ")} ${attributes}>${inside}</rdf:Description>`;
  const document = `<${names.join("><")}>${description}</rdf:RDF></x:xmpmeta>`;
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${document}`, "latin1");
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(xmp.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, xmp, jpeg.subarray(2)]);
}
