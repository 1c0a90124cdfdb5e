import { rootElement, rootName } from '../../bytes/xml-root.js';
import type { Content } from '../../detect/content.js';

/** A drawing program's licence comment may precede the root. */
const XML_HEAD_BYTES = 262_144;

/** Name of the root element of an XML text, without its prefix; for {@link Content.once}. */
export async function rootNameOf({ head, reader, sizeBytes }: Content): Promise<string | undefined> {
  if (!startsLikeXml(head)) return undefined;
  const near = rootElement(head);
  if (near || sizeBytes <= head.length) return near?.name;
  const far = await reader.read(0, XML_HEAD_BYTES);
  // A longer tag is not text, and its name identifies the format.
  return rootElement(far)?.name ?? (sizeBytes > far.length ? rootName(far) : undefined);
}

/** After a byte order mark and white space, in UTF-8 or UTF-16. */
const startsLikeXml = (head: Buffer): boolean =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(head.toString('latin1', 0, 4_096));
