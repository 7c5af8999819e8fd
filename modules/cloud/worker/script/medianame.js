// The names of media files: 128 random bits, and 16 hex digits of an HMAC of them with the worker's key. Who guesses is refused
// without the object being asked, and no name outlives the key.

const encoder = new TextEncoder();
const random = 32;
const pattern = /^[0-9a-f]{48}$/;
const inAddress = /\/media\/([0-9a-f]{48})$/;

/** @type {{text: string, key: CryptoKey} | undefined} the key that was imported last */
let imported;

/** @param {string} text @returns {Promise<CryptoKey>} */
async function keyOf(text) {
  if (imported?.text !== text) {
    imported = { text, key: await crypto.subtle.importKey("raw", encoder.encode(text), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]) };
  }
  return imported.key;
}

/**
 * isName says whether a name was made with the worker's key.
 *
 * @param {string} name
 * @param {string} key
 */
export async function isName(name, key) {
  if (!pattern.test(name)) {
    return false;
  }
  const sum = await crypto.subtle.sign("HMAC", await keyOf(key), encoder.encode(`media|${name.slice(0, random)}`));
  const sign = [...new Uint8Array(sum, 0, 8)].map((b) => b.toString(16).padStart(2, "0")).join("");
  return crypto.subtle.timingSafeEqual(encoder.encode(sign), encoder.encode(name.slice(random)));
}

/**
 * namesOf returns the names of the files of a post that a worker serves. Others have an address elsewhere.
 *
 * @param {string} post its JSON
 * @returns {string[]}
 */
export function namesOf(post) {
  const { items = [] } = JSON.parse(post);
  const addresses = items.flatMap((/** @type {{url: string, coverUrl?: string}} */ item) => [item.url, item.coverUrl ?? ""]);
  return [...new Set(addresses.map((/** @type {string} */ address) => inAddress.exec(address)?.[1] ?? "").filter((/** @type {string} */ name) => name !== ""))];
}
