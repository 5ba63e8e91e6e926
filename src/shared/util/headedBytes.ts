/** Size of the head's length field at the start of a body. */
const LENGTH_BYTES = 4

/** Encodes a JSON head and bytes as one body: the head's length (4 bytes, big-endian), the head, the bytes. */
export function encodeHeadedBytes(head: Uint8Array, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, LENGTH_BYTES + head.length))
  new DataView(body.buffer).setUint32(0, head.length)
  let at = LENGTH_BYTES
  for (const part of [head, ...parts]) {
    body.set(part, at)
    at += part.length
  }
  return body
}

/** Splits such a body; null if it is malformed or its head exceeds `max` bytes. */
export function splitHeadedBytes(body: Uint8Array, max: number): { head: Uint8Array; rest: Uint8Array } | null {
  if (body.length < LENGTH_BYTES) return null
  const length = new DataView(body.buffer, body.byteOffset).getUint32(0)
  const end = LENGTH_BYTES + length
  if (length > max || end > body.length) return null
  return { head: body.subarray(LENGTH_BYTES, end), rest: body.subarray(end) }
}

/** Cuts bytes into pieces of these sizes; null if the sum differs. */
export function cutBytes(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] | null {
  let at = 0
  const pieces = sizes.map((size) => bytes.subarray(at, (at += size)))
  return at === bytes.length ? pieces : null
}
