/** A guest's identity in an example: any 32 to 64 hexadecimal characters of one's own. */
const CURL = (origin: string): string => `# any 32 hexadecimal characters, always the same ones
ME=$(openssl rand -hex 16)

curl ${origin}/api/guest/convert \\
  -H "X-Guest-Fingerprint: $ME" \\
  -F outputFormat=webp \\
  -F file=@photo.png

# {"success":true,"data":{"conversionId":"…","downloadUrl":"…"}}
curl -OJ "${origin}<downloadUrl>"`;

const NODE = (origin: string): string => `import { openAsBlob } from 'node:fs';
import { randomBytes } from 'node:crypto';

const form = new FormData();
form.set('outputFormat', 'webp');
form.set('file', await openAsBlob('photo.png'), 'photo.png');

const answer = await fetch('${origin}/api/guest/convert', {
  method: 'POST',
  headers: { 'X-Guest-Fingerprint': randomBytes(16).toString('hex') },
  body: form,
});
const { data } = await answer.json();
console.log(data.downloadUrl);`;

/** Programs that work as they stand, against the address from which the page was loaded. */
export const SAMPLES = [
  { id: 'curl', name: 'cURL', code: CURL },
  { id: 'node', name: 'Node', code: NODE },
] as const;
