import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ApiName } from '#shared/contract/registry.ts'
import { describeOperation } from './describe.ts'

/** The description without the shapes, which name what they are instead. */
function described(name: ApiName) {
  const { response, body, querystring, params, description, ...rest } = describeOperation(name) as Record<
    string,
    unknown
  >
  expect(response).toEqual({ 200: expect.any(z.ZodObject) })
  const shapes = Object.entries({ body, querystring, params }).flatMap(([where, shape]) => (shape ? [where] : []))
  const [access = '', failures = ''] = String(description).split('\n\n')
  expect(failures).toMatch(/^失败时 data\.facts\.kind：[a-zA-Z-]+(、[a-zA-Z-]+)*$/)
  return { ...rest, access, shapes: shapes.join() }
}
/** What most calls have. */
const forms = ['application/json', 'application/x-www-form-urlencoded']
const closed = [{ token: [] }]

it.each<[ApiName, object]>([
  [
    'system.capabilities',
    {
      tags: ['system'],
      summary: '服务器能力',
      operationId: 'system.capabilities',
      security: [],
      access: '无需登录',
      shapes: '',
    },
  ],
  [
    'account.logout',
    {
      tags: ['account'],
      summary: '退出登录',
      operationId: 'account.logout',
      security: closed,
      consumes: forms,
      access: '权限：已登录的账号',
      shapes: '',
    },
  ],
  [
    'account.login',
    {
      tags: ['account'],
      summary: '登录（#8）',
      operationId: 'account.login',
      security: [],
      consumes: forms,
      access: '无需登录',
      shapes: 'body',
    },
  ],
  [
    'analytics.setSiteId',
    {
      tags: ['analytics'],
      summary: '设置百度统计站点（#211）',
      operationId: 'analytics.setSiteId',
      security: closed,
      consumes: forms,
      access: '权限：菜单 网站统计（3） 之一的权限 1102；site_id 的站点',
      shapes: 'body',
    },
  ],
  [
    'analytics.state',
    {
      tags: ['analytics'],
      summary: '网站统计设置',
      operationId: 'analytics.state',
      security: closed,
      access: '权限：菜单 网站统计（3） 之一；id 的站点',
      shapes: 'params',
    },
  ],
  [
    'log.rules',
    {
      tags: ['log'],
      summary: '操作日志设置',
      operationId: 'log.rules',
      security: closed,
      access: '权限：菜单 操作日志（93） 之一',
      shapes: '',
    },
  ],
  [
    'home.overview',
    {
      tags: ['home'],
      summary: '首页',
      operationId: 'home.overview',
      security: closed,
      access: '权限：已登录的账号',
      shapes: '',
    },
  ],
  [
    'wechatRule.save',
    {
      tags: ['wechatRule'],
      summary: '保存公众号规则（#192）',
      operationId: 'wechatRule.save',
      security: closed,
      consumes: forms,
      access: '权限：菜单 公众号规则（77） 之一；siteId 的站点；classId 的栏目（read）',
      shapes: 'body',
    },
  ],
  [
    'column.copy',
    {
      tags: ['column'],
      summary: '复制栏目（#32）',
      operationId: 'column.copy',
      security: closed,
      consumes: forms,
      access:
        '权限：菜单 栏目管理（28）、频道管理（29） 之一；toSiteId 的站点；copyIdFrom 的栏目；toMenuParentId 的栏目（修改）',
      shapes: 'body',
    },
  ],
  [
    'content.findById',
    {
      tags: ['content'],
      summary: '内容详情（#75）',
      operationId: 'content.findById',
      security: closed,
      access: '权限：有任一权限的账号；classId 的栏目（read）',
      shapes: 'params',
    },
  ],
  [
    'content.copy',
    {
      tags: ['content'],
      summary: '复制内容（#76）',
      operationId: 'content.copy',
      security: closed,
      consumes: forms,
      access: '权限：有任一权限的账号；classId 的栏目（copy、copyMany）；toMenuId 的栏目（add、edit）',
      shapes: 'body',
    },
  ],
  [
    'contentImport.list',
    {
      tags: ['contentImport'],
      summary: '最近的内容迁移',
      operationId: 'contentImport.list',
      security: closed,
      access: '权限：有任一权限的账号；siteId 的站点',
      shapes: 'querystring',
    },
  ],
  [
    'delivery.entries',
    {
      tags: ['delivery'],
      summary: '已发布的内容',
      operationId: 'delivery.entries',
      security: closed,
      access: '无需登录；站点设为“凭令牌读取”时需要 API 令牌',
      shapes: 'params',
    },
  ],
  [
    'templateSync.manifest',
    {
      tags: ['templateSync'],
      summary: '模板文件清单',
      operationId: 'templateSync.manifest',
      security: closed,
      consumes: forms,
      access: '权限：菜单 模板列表（30） 之一',
      shapes: 'body',
    },
  ],
  [
    'templateSync.readBatch',
    {
      tags: ['templateSync'],
      summary: '同步读取多个模板文件',
      operationId: 'templateSync.readBatch',
      security: closed,
      consumes: forms,
      access: '权限：菜单 模板列表（30） 之一',
      shapes: 'body',
    },
  ],
  [
    'templateSync.putBatch',
    {
      tags: ['templateSync'],
      summary: '同步写入多个模板文件',
      operationId: 'templateSync.putBatch',
      security: closed,
      consumes: ['application/octet-stream'],
      access: '权限：菜单 模板列表（30） 之一',
      shapes: '',
    },
  ],
  [
    'upload.file',
    {
      tags: ['upload'],
      summary: '上传文件（#2）',
      operationId: 'upload.file',
      security: closed,
      consumes: ['multipart/form-data'],
      access: '权限：有任一权限的账号；siteId 的站点',
      shapes: 'body,querystring',
    },
  ],
  [
    'upload.image',
    {
      tags: ['upload'],
      summary: '上传图片（#3）',
      operationId: 'upload.image',
      security: closed,
      consumes: ['multipart/form-data'],
      access: '权限：有任一权限的账号；siteId 的站点',
      shapes: 'body,querystring',
    },
  ],
  [
    'upload.video',
    {
      tags: ['upload'],
      summary: '上传视频（#4）',
      operationId: 'upload.video',
      security: closed,
      consumes: ['multipart/form-data'],
      access: '权限：有任一权限的账号；siteId 的站点',
      shapes: 'body,querystring',
    },
  ],
  [
    'upload.audio',
    {
      tags: ['upload'],
      summary: '上传音频（#5）',
      operationId: 'upload.audio',
      security: closed,
      consumes: ['multipart/form-data'],
      access: '权限：有任一权限的账号；siteId 的站点',
      shapes: 'body,querystring',
    },
  ],
  [
    'upload.bundle',
    {
      tags: ['upload'],
      summary: '上传多个文件',
      operationId: 'upload.bundle',
      security: closed,
      consumes: ['application/octet-stream'],
      access: '权限：有任一权限的账号',
      shapes: '',
    },
  ],
])('%s', (name, expected) => {
  expect(described(name)).toEqual(expected)
})
