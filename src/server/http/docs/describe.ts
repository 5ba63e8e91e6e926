import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { type Access, type ApiOperation, areaOf, factsOf } from '#shared/contract/define.ts'
import { type ApiName, operations } from '#shared/contract/registry.ts'
import { accessTargets } from '#shared/domain/callAccess.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'

const BODIES = ['application/json', 'application/x-www-form-urlencoded']
const MULTIPART = z.object({ file: z.string().meta({ format: 'binary' }) })

/** Describes an operation for the API document. Requests are parsed by http/input.ts, not by Fastify. */
export function describeOperation(name: ApiName): FastifySchema {
  const op: ApiOperation = operations[name]
  const where = op.method === 'POST' ? 'body' : op.path.includes('{') ? 'params' : 'querystring'
  const bare = op.input instanceof z.ZodObject && Object.keys(op.input.shape).length === 0
  return {
    tags: [areaOf(name)],
    summary: op.call === undefined ? op.title : `${op.title}（#${op.call}）`,
    description: `${describeAccess(op)}\n\n失败时 data.facts.kind：${factsOf(op).join('、')}`,
    operationId: name,
    security: op.access.kind === 'open' && !op.takesToken ? [] : [{ token: [] }],
    ...(op.raw && op.effect === 'write'
      ? bare
        ? { consumes: ['application/octet-stream'] }
        : { consumes: ['multipart/form-data'], querystring: op.input, body: MULTIPART }
      : { ...(op.method === 'POST' && { consumes: BODIES }), ...(bare ? {} : { [where]: op.input }) }),
    response: { 200: z.object({ code: z.number(), msg: z.string(), data: op.output }) },
  }
}

const titleOf = (id: number): string => SYSTEM_MENUS.find((menu) => menu.id === id)?.title ?? String(id)

/** Describes for people who may call an operation; further conditions of single records are not included. */
function describeAccess({ access, takesToken }: ApiOperation): string {
  if (access.kind === 'open') return takesToken ? '无需登录；站点设为“凭令牌读取”时需要 API 令牌' : '无需登录'
  const who = { session: () => '已登录的账号', role: () => '有任一权限的账号', menu: menusOf }[access.kind](access)
  const places = accessTargets(access).map((place) => {
    if (place.of === 'site') return `${place.path} 的站点`
    if (place.of === 'column') return `${place.path} 的栏目${place.changes ? '（修改）' : ''}`
    return `${place.path} 的栏目（${place.actions.join('、')}）`
  })
  return [`权限：${who}`, ...places].join('；')
}
const menusOf = (access: Access): string =>
  access.kind === 'menu'
    ? `菜单 ${access.menus.map((id) => `${titleOf(id)}（${id}）`).join('、')} 之一${access.code === undefined ? '' : `的权限 ${access.code}`}`
    : ''
