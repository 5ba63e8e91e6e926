import type { ApiName } from '#shared/contract/registry.ts'
import { sheetOf } from '#tests/builders/sheet.ts'
import { aPerson, PASSWORD, type Person, shown } from '#tests/builders/secondFactor.ts'
import { hashOf } from '#tests/builders/template.ts'
import { pngOf, upload, type UploadSpec } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import { row, type Row } from '../access/row.ts'
import type { Stage, World } from '../access/world.ts'
import type { Answer, TestClient } from '../harness/client.ts'
import { encrypted } from '../harness/signIn.ts'

type Given = World & { made: number }
/** A line of the table. */
export interface FaultRow extends Row {
  /** Instead of an ordinary call. */
  send?: (client: TestClient, world: Given) => Promise<Pick<Answer<unknown>, 'status' | 'msg'>>
}

/** What a row has readied for its input beside a number, by the world's mark. */
const readied = new Map<string, string>()
const readiedFor = ({ mark }: Given): string => readied.get(mark) ?? ''

type Content = (world: World) => Promise<UploadSpec>
const uploaded =
  (content: Content) =>
  async ({ admin, world }: Stage): Promise<void> => {
    readied.set(world.mark, (await upload(admin, await content(world))).data.accessPath)
  }
const sheet =
  (titles: string[], cells: (world: World) => string[]): Content =>
  async (world) => ({ name: '数据.xlsx', content: await sheetOf([titles, cells(world)]) })
const imported = (more: (world: Given) => object, content: Content): FaultRow =>
  row('super', (world) => ({ xlsxPath: readiedFor(world), ...more(world) }), uploaded(content))

const MEMBER = ['账号', '姓名', '手机号', '邮箱', '昵称', '性别', '生日', '会员组', '积分']
const ACCOUNT = ['账号', '姓名', '员工编号', '手机号', '邮箱', '管理员组', '所属部门', '初始密码']
const NET_WORTH = ['产品代码', '产品名称', '净值日期', '单位净值', '累计净值', '基金收益', '七日年化收益率', '基金状态']
const sheets: [ApiName, FaultRow][] = [
  [
    'dictionary.importSheet',
    imported(
      ({ siteId }) => ({ siteId }),
      sheet(['字典名称', '字典值'], ({ code }) => [code, '甲']),
    ),
  ],
  [
    'sensitive.importData',
    imported(
      () => ({}),
      sheet(['敏感词', '替换词'], ({ code }) => [code, '*']),
    ),
  ],
  [
    'redirect.importData',
    imported(
      ({ siteId }) => ({ siteId }),
      sheet(['旧地址', '新地址', '备注'], ({ code }) => [`/${code}/`, '/', '']),
    ),
  ],
  [
    'member.importData',
    imported(
      ({ siteId }) => ({ siteId }),
      sheet(MEMBER, ({ code }) => [code, '张三', '13812345678', 'a@example.com', '', '', '', '', '']),
    ),
  ],
  [
    'account.importSheet',
    imported(
      () => ({}),
      sheet(ACCOUNT, ({ code }) => [code, '员工', 'E1', '13800000000', 'a@example.com', '站点编辑', '', '']),
    ),
  ],
  [
    'netWorth.importData',
    row(
      'super',
      (world) => ({ filePath: readiedFor(world) }),
      uploaded(sheet(NET_WORTH, ({ code }) => [code, '产品', '2026-01-31', '1.0', '', '', '', ''])),
    ),
  ],
]

const CSS: Content = async ({ code }) => ({
  name: 'site.css',
  content: `p { color: #${code} }`,
  query: { dir: 'sync' },
})
const PICTURE: Content = async ({ code }) => ({
  kind: 'image',
  name: 'a.png',
  content: Buffer.concat([pngOf(1, 1), Buffer.from(code)]),
})
const registered = async (stage: Stage): Promise<number> => {
  const query = { siteId: String(stage.world.siteId), register: '1', identifier: stage.world.mark }
  const { data } = await upload(stage.admin, { ...(await PICTURE(stage.world)), name: 'b.png', query })
  await uploaded(async () => ({ kind: 'image', name: 'c.png', content: pngOf(2, 2) }))(stage)
  return data.id
}
const files: [string, ApiName, FaultRow][] = [
  [
    'upload.image of new bytes',
    'upload.image',
    {
      ...row('super', () => ({})),
      send: async (client, world) => upload(client, await PICTURE(world)),
    },
  ],
  [
    'templateFile.upload over a file',
    'templateFile.upload',
    row(
      'super',
      (world) => ({ path: `${world.code}/css`, realName: 'site.css', accessPath: readiedFor(world) }),
      uploaded(async ({ code }) => ({ name: 'site.css', content: `p { color: #${code} }` })),
    ),
  ],
  [
    'templateSync.put of an upload in a new folder',
    'templateSync.put',
    row(
      'super',
      (world) => ({
        folder: world.code,
        path: 'new/deep/site.css',
        expected: null,
        sha256: readied.get(`${world.mark} hash`) ?? '',
        accessPath: readiedFor(world),
      }),
      async (stage) => {
        await uploaded(CSS)(stage)
        readied.set(`${stage.world.mark} hash`, await hashOf(String((await CSS(stage.world)).content)))
      },
    ),
  ],
  [
    'templateFile.importZip',
    'templateFile.importZip',
    row(
      'super',
      (world) => ({ accessPath: readiedFor(world), siteId: world.siteId, folder: `${world.code}-zip`, name: '导入' }),
      uploaded(async ({ code }) => ({
        name: 'site.zip',
        content: zipOf([
          { name: 'index.html', content: code },
          { name: 'css/a.css', content: 'p {}' },
        ]),
      })),
    ),
  ],
  [
    'attachment.replace',
    'attachment.replace',
    row('super', (world) => ({ id: world.made, accessPath: readiedFor(world) }), registered),
  ],
  [
    'template.save of a new template',
    'template.save',
    row('super', ({ siteId, code }) => ({ siteId, name: '新模板', folder: `${code}-new` })),
  ],
  [
    'template.save with another folder',
    'template.save',
    row('super', ({ templateId, siteId, code }) => ({ id: templateId, siteId, name: '改名', folder: `${code}-moved` })),
  ],
]

/** Of somebody who signs in for the question. */
const people = new Map<string, Person>()
const own = (
  name: ApiName,
  ready: (stage: Stage, person: Person) => Promise<unknown>,
  input: (world: Given) => unknown,
): [ApiName, FaultRow] => [
  name,
  {
    ...row('super', input, async (stage) => {
      const person = await aPerson(stage.server)
      people.set(stage.world.mark, person)
      await ready(stage, person)
    }),
    send: (client, world) => (people.get(world.mark)?.client ?? client).call(name, input(world)),
  },
]
const withPassword = async ({ server, world }: Stage): Promise<void> => {
  readied.set(world.mark, await encrypted(server, PASSWORD))
  readied.set(`${world.mark} new`, await encrypted(server, 'Another-Pass1'))
}
const persons: [ApiName, FaultRow][] = [
  own(
    'profile.save',
    async () => undefined,
    ({ code }) => ({ username: code, screenName: '李', email: 'li@example.com' }),
  ),
  own('account.updatePassword', withPassword, (world) => {
    const newPassword = readied.get(`${world.mark} new`)
    return { oldPassword: readiedFor(world), newPassword, reNewPassword: newPassword }
  }),
  own(
    'security.confirmSecondFactor',
    async ({ server, world }, { client }) => {
      const password = await encrypted(server, PASSWORD)
      const { secret } = await client.ok('security.beginSecondFactor', { password })
      readied.set(world.mark, shown(server, secret))
    },
    (world) => ({ factorCode: readiedFor(world) }),
  ),
]

const binned = async ({ admin, world }: Stage): Promise<number> => {
  await admin.ok('column.deleteByIdList', [world.columnId])
  return (await admin.ok('column.recycled', {})).content[0]?.id ?? 0
}

/** What the rows of the matrix don't ask. */
export const MORE_ROWS: readonly [title: string, name: ApiName, row: FaultRow][] = [
  ['column.restore', 'column.restore', row('super', ({ made }) => [made], binned)],
  ...[...sheets, ...persons].map(([name, each]): [string, ApiName, FaultRow] => [name, name, each]),
  ...files,
]
