import type { ApiOperation } from '#shared/contract/define.ts'

/** Method and path of an operation, as Fastify writes parameters: `/site/:id`. */
export const routeOf = ({ method, path }: Pick<ApiOperation, 'method' | 'path'>) => ({
  method,
  url: `/${path.replace(/\{(\w+)\}/g, ':$1')}`,
})
