// Secrets come sealed with AES-256-GCM: base64 of nonce (12 bytes), ciphertext, tag. What a secret belongs to is
// authenticated with it, so that a token moved to another post does not open there.

const nonceSize = 12;
const keySize = 32;

/**
 * openToken returns the network token of a post, and null when the key does not open it.
 *
 * @param {string | undefined} key
 * @param {string} postId
 * @param {string} sealed
 */
export function openToken(key, postId, sealed) {
  return open(key, `${postId}|token|v1`, sealed);
}

/**
 * openRenewed returns the token that the network gave the worker for an account, and null when the key does not open it.
 *
 * @param {string | undefined} key
 * @param {string} account
 * @param {string} sealed
 */
export function openRenewed(key, account, sealed) {
  return open(key, `${account}|renewed|v1`, sealed);
}

/**
 * sealRenewed seals a token that the network gave the worker for an account, and returns null without a usable key.
 *
 * @param {string | undefined} key
 * @param {string} account
 * @param {string} token
 */
export async function sealRenewed(key, account, token) {
  const usable = keyBytes(key);
  if (!usable) {
    return null;
  }
  const aes = await crypto.subtle.importKey("raw", usable, "AES-GCM", false, ["encrypt"]);
  const encoder = new TextEncoder();
  const iv = crypto.getRandomValues(new Uint8Array(nonceSize));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: encoder.encode(`${account}|renewed|v1`) }, aes, encoder.encode(token));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/**
 * @param {string | undefined} key
 * @param {string} belongsTo
 * @param {string} sealed
 */
async function open(key, belongsTo, sealed) {
  const raw = bytesOf(sealed);
  const usable = keyBytes(key);
  if (!raw || raw.length <= nonceSize || !usable) {
    return null;
  }
  const aes = await crypto.subtle.importKey("raw", usable, "AES-GCM", false, ["decrypt"]);
  const additionalData = new TextEncoder().encode(belongsTo);
  try {
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: raw.subarray(0, nonceSize), additionalData }, aes, raw.subarray(nonceSize));
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}

/**
 * keyCheckValue tells which key the worker has without telling the key: the first 8 bytes of an HMAC, in hex. It is null
 * without a usable key.
 *
 * @param {string | undefined} key
 */
export async function keyCheckValue(key) {
  const usable = keyBytes(key);
  if (!usable) {
    return null;
  }
  const hmac = await crypto.subtle.importKey("raw", usable, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode("kcv"));
  return hex(new Uint8Array(mac, 0, 8));
}

/**
 * fingerprint recognises a token without keeping it.
 *
 * @param {string} token
 */
export async function fingerprint(token) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)), 0, 16));
}

/** @param {string | undefined} key */
function keyBytes(key) {
  const raw = key ? bytesOf(key) : null;
  return raw?.length === keySize ? raw : null;
}

/** @param {string} base64 */
function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
