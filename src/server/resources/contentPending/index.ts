import type { Resource } from '#server/http/routes.ts'
import { apiNames } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'

/** Content calls that no other resource answers yet refuse, so that the server starts while they are being built. */
export function contentPending(built: readonly Resource[]): Resource {
  const answered = new Set(built.flatMap(({ routes, raw }) => [...Object.keys(routes ?? {}), ...Object.keys(raw ?? {})]))
  const open = apiNames.filter((name) => name.startsWith('content.') && !answered.has(name))
  const refuse = () => Promise.reject(new AppError('unavailable', '这个功能还没有做好'))
  return { routes: Object.fromEntries(open.map((name) => [name, refuse])) }
}
