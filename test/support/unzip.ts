import { inflateRawSync } from 'node:zlib';

type Unzipped = { name: string; isUtf8: boolean; bytes: Buffer };

/** The files of an archive by its central directory, as the format describes it (APPNOTE 4.3.12). */
export function unzip(archive: Buffer): Unzipped[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files: Unzipped[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const isUtf8 = (archive.readUInt16LE(at + 8) & 0x800) !== 0;
    const name = archive.subarray(at + 46, at + 46 + nameLength!).toString(isUtf8 ? 'utf8' : 'latin1');
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    const bytes = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : Buffer.from(packed);
    files.push({ name, isUtf8, bytes });
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return files;
}
