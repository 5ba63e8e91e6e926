import type { FilledServer } from './fill.ts'

/** Calls the server like its clients; any failure throws. */
export async function call<T>(
  { url, token }: Pick<FilledServer, 'url' | 'token'>,
  path: string,
  body: object,
): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: token }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T }
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`)
  return data
}
