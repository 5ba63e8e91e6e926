import { type ApiName, type InputOf, operations, type OutputOf } from '#shared/contract/registry.ts'

/** Calls a server in another process. Supports only operations with the input as body (POST) or an id in the path. */
export type Call = <N extends ApiName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>

/**
 * @param url ends with `/`
 * @param token '' for calls without a session
 */
export const createCaller =
  (url: string, token: string): Call =>
  async (name, input) => {
    const { path, method } = operations[name]
    const fields = input as Readonly<Record<string, unknown>>
    const response = await fetch(url + path.replace(/\{(\w+)\}/g, (_whole, part: string) => String(fields[part])), {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      ...(method === 'POST' && { body: JSON.stringify(input) }),
    })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: never }
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
    return data
  }
