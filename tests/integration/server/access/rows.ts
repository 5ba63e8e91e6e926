import type { ApiName } from '#shared/contract/registry.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildAccount, buildGroup } from '#tests/builders/account.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf as zipBytes } from '#tests/builders/zip.ts'
import { approvalRows } from './approvalRows.ts'
import { channelRows } from './channelRows.ts'
import { contentRows } from './contentRows.ts'
import { crossSiteRows } from './crossSiteRows.ts'
import { mailRows } from './mailRows.ts'
import { programRows } from './programRows.ts'
import { publishRows } from './publishRows.ts'
import { asker, none, row, type Row } from './row.ts'
import { templateRows } from './templateRows.ts'
import type { Stage } from './world.ts'

const site: Row['input'] = ({ siteId }) => ({ id: siteId })
const ofSite: Row['input'] = ({ siteId }) => ({ siteId })
const sites: Row['input'] = ({ siteId }) => [{ id: siteId }]
const column =
  (more: object = {}): Row['input'] =>
  ({ columnId }) => ({ id: columnId, ...more })
/** A removed column of the world's site. */
const binOf = async ({ admin, world: { siteId, code } }: Stage): Promise<number> => {
  const { id } = await admin.ok('column.saveBase', { siteId, title: code, menuType: 1 })
  await admin.ok('column.deleteByIdList', [id])
  return (await admin.ok('column.recycled', {})).content[0]?.id ?? 0
}
const DAY = '2026-11-23'
const ZIP = zipBytes([{ name: 'a.txt', content: 'a' }])
const redirectOf = async ({ admin, world: { code, siteId } }: Stage): Promise<number> =>
  (await admin.ok('redirect.save', { siteId, source: `/${code}`, target: '/' }))?.id ?? 0
const dictionaryOf = async ({ admin, world }: Stage): Promise<number> => {
  const form = { title: `字典 ${world.mark}`, siteId: world.siteId, value: ['甲', '乙'] }
  return (await admin.ok('dictionary.save', form)).id
}
/** A line of the operation log about the world's site. */
const lineOf = async ({ admin, world: { siteId } }: Stage): Promise<number> =>
  (await admin.ok('log.page', { siteId })).content[0]?.id ?? 0
const classOf = async ({ admin, world }: Stage): Promise<number> =>
  (await admin.ok('classify.save', { title: `分类 ${world.mark}` })).id
const categoryOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (await admin.ok('labelCategory.save', { title: `标签分类 ${mark}`, siteId })).id
const labelOf = async (stage: Stage): Promise<number> => {
  const { mark, siteId } = stage.world
  const form = { title: `标签 ${mark}`, siteId, classId: await categoryOf(stage) }
  return (await stage.admin.ok('label.save', form)).id
}
const wordOf = async ({ admin, world }: Stage): Promise<number> =>
  (await admin.ok('sensitive.save', { sensitiveWord: `词 ${world.mark}` })).id
const wordClassOf = async ({ admin, world }: Stage): Promise<number> =>
  (await admin.ok('sensitive.saveClass', { title: `类 ${world.mark}` }))?.id ?? 0
const netWorthOf = async ({ admin, world: { code, mark, siteId } }: Stage): Promise<number> => {
  const form = { siteId, productCode: code, productName: `产品 ${mark}`, nwTime: '2026-01-31', naValue: '1.0234' }
  return (await admin.ok('netWorth.save', form)).id
}
/** A registered file of the world's site, and the id of the upload. */
const fileOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> => {
  const query = { siteId: String(siteId), register: '1', identifier: mark }
  return (await upload(admin, { name: `${mark}.zip`, content: ZIP, query })).data.id
}
const departmentOf = async ({ admin, world: { mark } }: Stage): Promise<number> =>
  (await admin.ok('department.save', { title: `部门 ${mark}` })).id
const memberOf = ({ server, world: { mark, siteId } }: Stage): Promise<number> =>
  buildMember(server.deps.db, { siteId, userName: mark })
const memberGroupOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (await admin.ok('memberGroup.save', { name: `会员组 ${mark}`, siteId })).id
let lastEnd = 0
/** Of points, which two levels of a site may not share. */
const newRange = () => ({ startValue: lastEnd + 1, endValue: (lastEnd += 10) })
const memberLevelOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (await admin.ok('memberLevel.save', { name: `等级 ${mark}`, siteId, ...newRange() })).id
/** A group below that of the asking account. */
const groupBelow = async (stage: Stage): Promise<number> =>
  buildGroup(stage.server.deps.db, { parentId: (await asker(stage)).roleId })
/** The number of an account, less that of its group: above all that there are. */
const GROUP_APART = 50_000_000
/** An account in it. */
const accountOf = async (stage: Stage): Promise<number> =>
  buildAccount(stage.server.deps.db, { roleId: await groupBelow(stage) })
const aMemberForm = {
  userName: '改名',
  phone: '13812345678',
  email: 'a@example.com',
  name: '张三',
  headSculpture: '/files/a.png',
}

const ofMember = (needs: number, input: Row['input'], codes: readonly number[] = []): Row => ({
  ...row(needs, input, memberOf),
  besides: { codes, site: true },
})

/** One line for each call that needs a session; the test says which one is missing. */
export const ROWS: Partial<Record<ApiName, Row>> = {
  'account.current': row('nothing', none),
  'account.logout': row('nothing', none),
  'dict.index': row('nothing', none),

  'site.page': row('own sites', () => ({ page: 1, size: 1000 })),
  'site.findById': row('declared', site),
  'site.save': row('declared', ({ siteId, code }) => ({ id: siteId, title: '改名', symbol: code })),
  'site.deleteByIdList': row('declared', sites),
  'site.recycled': row('own sites', none, ({ admin, world }) => admin.ok('site.deleteByIdList', [world.siteId])),
  'site.restore': row('declared', sites, ({ admin, world }) => admin.ok('site.deleteByIdList', [world.siteId])),
  'site.updateSort': row('declared', ({ siteId }) => ({ id: siteId, sort: 3 })),
  'site.publish': row('declared', sites),
  'site.draft': row('declared', sites),
  'siteArchive.export': row('declared', ofSite),
  'siteArchive.exports': row('declared', ofSite),
  'site.copy': row('declared', ({ siteId, code }) => ({
    id: siteId,
    title: '副本',
    symbol: `${code}-copy`,
    folder: `${code}-copy`,
    domain: `${code}.example.com`,
  })),
  'site.updateSeo': row('declared', ({ siteId }) => ({ id: siteId, seoTitle: '标题' })),
  'site.updateBaseInfo': row('declared', ({ siteId }) => ({ id: siteId, title: '改名' })),
  'site.updateThirdJavascript': row('declared', ({ siteId }) => ({ id: siteId, javascript: '<i></i>' })),
  'site.updateDomain': row('declared', ({ siteId, code }) => ({ id: siteId, domainList: [`${code}.example.org`] })),

  'statics.cleanAllHTML': row('declared', site),
  'statics.buildHTML': row('declared', ({ siteId, columnId }) => ({ siteId, menuIds: [columnId] })),
  'statics.state': row('declared', site),
  'statics.setAuto': row('declared', ({ siteId }) => ({ id: siteId, isAuto: false })),
  'statics.saveSchedule': row('declared', ({ siteId }) => ({ id: siteId, isOn: false })),
  'statics.address': row('declared', site),

  ...publishRows,
  'redirect.page': row('declared', ofSite),
  'redirect.findById': row('site', ({ made }) => ({ id: made }), redirectOf),
  'redirect.save': row('declared', ({ siteId, code }) => ({ siteId, source: `/${code}`, target: '/' })),
  'redirect.deleteByIdList': row('site', ({ made }) => [made], redirectOf),
  'redirect.nginx': row('declared', site),
  'redirect.outputData': row(PERMISSION.exportSheet, ofSite),
  'redirect.importData': row(PERMISSION.importSheet, ({ siteId }) => ({ siteId, xlsxPath: '/x.xlsx' })),
  'redirect.sheetTemplate': row('nothing', none),
  'sitemap.settings': row('declared', ofSite),
  'sitemap.save': row('declared', ({ siteId }) => ({ siteId, rules: [] })),
  'sitemap.preview': row('declared', ofSite),
  'deadLink.state': row('declared', ofSite),
  'deadLink.page': row('declared', ofSite),
  'deadLink.check': row('declared', ofSite),
  'deadLink.outputData': row(PERMISSION.exportSheet, ofSite),
  'menuInfo.list': row('declared', ofSite),
  'columnType.counts': row('declared', ofSite),
  'analytics.setSiteId': row('declared', ({ siteId }) => ({ baidu_site_id: '7', site_id: siteId })),
  'analytics.state': row('declared', site),
  'analytics.setSource': row('declared', ({ siteId }) => ({ siteId, source: 'own', isCounting: false })),
  'analytics.own': row('declared', ({ siteId }) => ({ siteId, start: DAY, end: DAY })),
  'analytics.sheet': row(PERMISSION.exportSheet, ({ siteId }) => ({ siteId, start: DAY, end: DAY })),
  'templateData.read': row('declared', ({ siteId }) => ({ folder: 'none', siteId })),

  'column.getTree': row('own columns', ({ siteId }) => ({ siteId, showHiddenMenu: true })),
  'column.findById': row('declared', column()),
  'column.findByPost': row('declared', column()),
  'column.saveBase': row('declared', column({ title: '改名' })),
  'column.updateSwitch': row('declared', column({ menuSwitchEnum: 'showLoop' })),
  'column.copy': row('declared', ({ siteId, columnId }) => ({ copyIdFrom: columnId, toSiteId: siteId })),
  'column.removalPlan': row('declared', ({ columnId }) => [columnId]),
  'column.deleteByIdList': row('declared', ({ columnId }) => [columnId]),
  'column.updateSort': row('declared', column({ sort: 4 })),
  'column.updateTitle': row('declared', column({ title: '改名' })),
  'column.updateSeo': row('declared', column({ seoTitle: '标题' })),
  'column.settingField': row('declared', column({ menuFieldDTOList: [] })),
  'column.getSettingField': row('declared', column()),
  'column.saveWorkFlow': row('declared', column({ relationWorkFlow: '' })),
  'column.recycled': row('super', none),
  'column.restore': row('super', ({ made }) => [made], binOf),

  ...contentRows,
  ...channelRows,
  ...mailRows,
  ...crossSiteRows,

  'fieldCommon.getList': row('nothing', none),
  'fieldCommon.publish': row('nothing', () => [1]),
  'fieldCommon.draft': row('nothing', () => [1]),
  'fieldCommon.updateSort': row('nothing', () => ({ id: 1, sort: 1 })),

  'dictionary.page': row('own sites', () => ({ page: 1, size: 1000 }), dictionaryOf),
  'dictionary.findById': row('site', ({ made }) => ({ id: made }), dictionaryOf),
  'dictionary.save': row(
    'declared',
    ({ made, siteId }) => ({ id: made, title: '改名', siteId, value: ['丙'] }),
    dictionaryOf,
  ),
  'dictionary.deleteByIdList': row('site', ({ made }) => [made], dictionaryOf),
  'dictionary.exportSheet': row(PERMISSION.exportSheet, none),
  'dictionary.importSheet': row(PERMISSION.importSheet, ({ siteId }) => ({ siteId, xlsxPath: '/files/a.xlsx' })),
  'dictionary.sheetTemplate': row('nothing', none),
  // Multi-level dictionaries belong to no site.
  'classify.getTree': row('nothing', () => ({ id: 0 })),
  'classify.save': row('nothing', () => ({ title: '分类' })),
  'classify.updateSort': row('nothing', ({ made }) => ({ id: made, sort: 1 }), classOf),
  'classify.deleteByIdList': row('nothing', ({ made }) => [made], classOf),

  // Without parentId it asks for a menu that chooses among all groups, see the tests of the groups.
  'role.page': row(
    'nothing',
    ({ made }) => ({ parentId: made }),
    async (stage) => (await asker(stage)).roleId,
  ),
  'role.findByRoleId': row('declared', ({ made, siteId }) => ({ id: made, siteId }), groupBelow),
  'role.save': row(
    'declared',
    ({ made, code, siteId }) => ({ id: made, name: code, authority: [{ siteId, menuItemDTOList: [] }] }),
    groupBelow,
  ),
  'role.deleteByIdList': row('nothing', ({ made }) => [made], groupBelow),
  'role.accounts': row('nothing', ({ made }) => ({ id: made }), groupBelow),
  'role.moveAccounts': row(
    'nothing',
    ({ made }) => ({ id: made, toId: made + 1 }),
    async (stage) => {
      const made = await groupBelow(stage)
      await groupBelow(stage)
      return made
    },
  ),
  'role.rightsOf': row(
    'declared',
    ({ made, siteId }) => ({ accountId: made, siteId }),
    async (stage) => (await asker(stage)).id,
  ),
  'role.rightsAt': row('declared', ({ siteId, columnId }) => ({ siteId, menuId: columnId })),
  'role.current': row('nothing', none),
  // Departments belong to no site.
  'department.page': row('nothing', () => ({ page: 1, size: 1000 })),
  'department.getTree': row('nothing', none),
  'department.save': row('nothing', ({ made, code }) => ({ id: made, title: code }), departmentOf),
  'department.deleteByIdList': row('nothing', ({ made }) => [made], departmentOf),
  'member.page': row('own sites', () => ({ page: 1, size: 1000 }), memberOf),
  'member.findById': row('site', ({ made }) => ({ id: made }), memberOf),
  'member.save': ofMember(PERMISSION.edit, ({ made, siteId }) => ({ ...aMemberForm, id: made, siteId })),
  'member.deleteByIdList': ofMember(PERMISSION.remove, ({ made }) => [made]),
  'member.enableOrDisable': ofMember(PERMISSION.status, ({ made }) => ({ id: made, isEnable: false })),
  'member.erase': ofMember(PERMISSION.remove, ({ made }) => ({ id: made })),
  'member.personalData': ofMember(PERMISSION.edit, ({ made }) => ({ id: made }), [PERMISSION.exportSheet]),
  'member.outputData': row(PERMISSION.exportSheet, none),
  'member.importData': row(PERMISSION.importSheet, ({ siteId }) => ({ xlsxPath: '/files/a.xlsx', siteId })),
  'member.sheetTemplate': row('nothing', none),
  'memberGroup.page': row('own sites', () => ({ page: 1, size: 1000 }), memberGroupOf),
  'memberGroup.findById': row('site', ({ made }) => ({ id: made }), memberGroupOf),
  'memberGroup.save': row('declared', ({ siteId }) => ({ name: '会员组', siteId })),
  'memberGroup.deleteByIdList': row('site', ({ made }) => [made], memberGroupOf),
  'memberGroup.removeUsed': row('site', ({ made }) => [made], memberGroupOf),
  'memberLevel.page': row('own sites', () => ({ page: 1, size: 1000 }), memberLevelOf),
  'memberLevel.findById': row('site', ({ made }) => ({ id: made }), memberLevelOf),
  'memberLevel.save': row('declared', ({ siteId }) => ({ name: '等级', siteId, startValue: 0, endValue: 9 })),
  'memberLevel.deleteByIdList': row('site', ({ made }) => [made], memberLevelOf),
  'memberLevel.removeUsed': row('site', ({ made }) => [made], memberLevelOf),
  // Of the own group and those below it, see the tests of the users.
  'profile.read': row('nothing', none),
  'account.pageUser': row('nothing', () => ({ pageIndex: 1, pageSize: 10 })),
  'account.findUser': row(
    'nothing',
    ({ made }) => ({ id: made }),
    async (stage) => (await asker(stage)).id,
  ),
  // Accounts of one's own group and those below it belong to no site, see the tests of the accounts.
  'account.page': row('nothing', () => ({ page: 1, size: 10 })),
  'account.findById': row('nothing', ({ made }) => ({ id: made }), accountOf),
  'account.save': row(
    'nothing',
    ({ made, code }) => ({
      id: made,
      roleIdList: [made % GROUP_APART],
      userName: code,
      trueName: '姓名',
      employeeNumber: '001',
      phone: '13800000000',
      email: 'a@example.com',
    }),
    async (stage) => {
      const roleId = await groupBelow(stage)
      return buildAccount(stage.server.deps.db, { roleId, id: roleId + GROUP_APART })
    },
  ),
  'account.openWork': row('nothing', ({ made }) => ({ idList: [made] }), accountOf),
  'account.updateStatus': row('nothing', ({ made }) => ({ idList: [made], isStatus: false }), accountOf),
  'account.unlock': row('nothing', ({ made }) => ({ id: made }), accountOf),
  'account.resetPassword': row('nothing', ({ made }) => ({ id: made }), accountOf),
  'account.resetSecondFactor': row('nothing', ({ made }) => ({ id: made }), accountOf),
  'account.signOutEverywhere': row('nothing', ({ made }) => ({ id: made }), accountOf),
  'account.exportSheet': row(PERMISSION.exportSheet, none),
  'account.importSheet': row(PERMISSION.importSheet, () => ({ xlsxPath: '/files/a.xlsx' })),
  'account.sheetTemplate': row('nothing', none),
  'home.overview': row('nothing', none),
  'search.find': row('nothing', () => ({ key: '甲' })),
  'system.info': row('nothing', none),
  'log.page': row('declared', ({ siteId }) => ({ siteId })),
  'log.findById': row('site', ({ made }) => ({ id: made }), lineOf),
  'log.exportSheet': row(PERMISSION.exportSheet, none),
  'backup.state': row('super', none),
  'backup.copyState': row('super', none),
  'backup.confirmOriginal': row('super', none),
  'backup.saveRules': row('super', none),
  'backup.start': row('super', none),
  'log.rules': row('nothing', none),
  'log.saveRules': row('super', () => ({ keepDays: 200 })),
  'recipientSheet.read': row('nothing', () => ({ csv: 'a@example.com', kind: 'email' })),
  'systemMessage.settings': row('super', none),
  'systemMessage.save': row('super', () => ({ version: 0 })),
  'noticeWish.read': row('nothing', none),
  'noticeWish.save': row('nothing', () => ({ email: ['approval'] })),
  'security.settings': row('nothing', none),
  'security.saveSettings': row('super', () => ({ version: 0 })),
  'security.signInLog': row('nothing', () => ({ page: 1, size: 10 })),
  'security.signInLogSheet': row(PERMISSION.exportSheet, none),
  'security.ownSessions': row('nothing', none),
  'security.endOwnSessions': row('nothing', none),
  'security.secondFactor': row('nothing', none),
  'security.beginSecondFactor': row('nothing', none),
  'account.deleteByIdList': row('nothing', ({ made }) => [made], accountOf),
  'content.statisticsSheet': row(PERMISSION.exportSheet, none),
  'labelCategory.page': row('own sites', () => ({ page: 1, size: 1000 }), categoryOf),
  'labelCategory.findById': row('site', ({ made }) => ({ id: made }), categoryOf),
  'labelCategory.save': row('declared', ({ siteId }) => ({ title: '分类', siteId })),
  'labelCategory.deleteByIdList': row('site', ({ made }) => [made], categoryOf),
  ...approvalRows,
  'notice.wait': row('nothing', () => ({ after: -1 })),
  'notice.count': row('nothing', none),
  'notice.page': row('nothing', none),
  'notice.markRead': row('nothing', () => ({ idList: [1] })),
  'notice.markAllRead': row('nothing', none),

  'label.page': row('own sites', () => ({ page: 1, size: 1000 }), labelOf),
  'label.findById': row('site', ({ made }) => ({ id: made }), labelOf),
  'label.save': row('declared', ({ made, siteId }) => ({ title: '标签', siteId, classId: made }), categoryOf),
  'label.takeOff': row('site', ({ made }) => [made], labelOf),
  'label.deleteByIdList': row('site', ({ made }) => [made], labelOf),

  // Sensitive words belong to no site.
  'sensitive.page': row('nothing', () => ({ page: 1, size: 1000 })),
  'sensitive.findById': row('nothing', ({ made }) => ({ id: made }), wordOf),
  'sensitive.save': row('nothing', ({ code }) => ({ sensitiveWord: code })),
  'sensitive.deleteByIdList': row('nothing', ({ made }) => [made], wordOf),
  'sensitive.classes': row('nothing', none),
  'sensitive.saveClass': row('nothing', ({ code }) => ({ title: code })),
  'sensitive.deleteClass': row('nothing', ({ made }) => ({ id: made }), wordClassOf),
  'sensitive.outputData': row(PERMISSION.exportSheet, none),
  'sensitive.importData': row(PERMISSION.importSheet, () => ({ xlsxPath: '/files/a.xlsx' })),
  'sensitive.sheetTemplate': row('nothing', none),
  'netWorth.page': row('own sites', () => ({ pageIndex: 1, pageSize: 1000 }), netWorthOf),
  'netWorth.findById': row('site', ({ made }) => ({ id: made }), netWorthOf),
  'netWorth.save': row('declared', ({ code, siteId }) => ({
    siteId,
    productCode: code,
    productName: '产品',
    nwTime: '2026-01-31',
    naValue: '1',
  })),
  'netWorth.updateStatus': row('site', ({ made }) => ({ classId: 0, idList: [made], isStatus: false }), netWorthOf),
  'netWorth.deleteByIdList': row('site', ({ made }) => [made], netWorthOf),
  'netWorth.importData': row(PERMISSION.importSheet, () => ({ filePath: '/files/a.xlsx' })),
  'netWorth.sheetTemplate': row('nothing', none),

  'attachment.page': row('own sites', () => ({ page: 1, size: 1000 }), fileOf),
  'attachment.findById': row('site', ({ made }) => ({ id: made }), fileOf),
  'attachment.usage': row('site', ({ made }) => ({ ids: [made] }), fileOf),
  'attachment.remove': row('site', ({ made }) => [made], fileOf),
  'attachment.removeUsed': row('site', ({ made }) => [made], fileOf),
  'attachment.quota': row('own sites', none),
  'attachment.saveQuota': row('super', () => ({ siteMb: 1, accountMb: 1 })),

  ...templateRows,
  ...programRows,
}
