import { expect, type Locator, type Page } from '@playwright/test'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import type { ServerApi } from '../serverApi.ts'

/** The dialog of an entry. */
export class ContentForm {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: /^(新增|编辑)：/ })
  }

  text(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: label, exact: true })
  }
  group(label: string): Locator {
    return this.dialog.getByRole('group', { name: label, exact: true })
  }
  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** Chooses a file of the web for a field. */
  async web(label: string, kind: '图片' | '视频' | '文件', address: string): Promise<void> {
    await this.group(label)
      .getByRole('button', { name: `选择${kind}` })
      .click()
    const picker = this.page.getByRole('dialog', { name: `选择${kind}` })
    await picker.getByRole('tab', { name: '网络地址' }).click()
    await picker.getByLabel(`${kind}的网络地址`).fill(address)
    await picker.getByRole('button', { name: '使用该地址' }).click()
    await picker.getByRole('button', { name: '确定', exact: true }).click()
    await expect(picker).toHaveCount(0)
  }

  /** What this computer keeps of the column's new entries, as one text. */
  kept(classId: number): Promise<string> {
    return this.page.evaluate(async (key) => {
      const invoke = async (name: string, input: object): Promise<unknown> => {
        const headers = {
          'content-type': 'application/json',
          'x-sitecraft-page': sessionStorage.getItem('sitecraft.page') ?? '',
        }
        const answer = await fetch('/invoke', { method: 'POST', headers, body: JSON.stringify({ name, input }) })
        return ((await answer.json()) as { data: unknown }).data
      }
      const drafts = (await invoke('localDrafts.list', { key })) as { writer: string }[]
      const texts = await Promise.all(drafts.map(({ writer }) => invoke('localDrafts.get', { key, writer })))
      return JSON.stringify(texts)
    }, `content/${classId}/0`)
  }

  /** Saves and waits until the dialog is gone. */
  async save(name: '保存到草稿' | '保存并发布'): Promise<void> {
    await this.button(name).click()
    await expect(this.dialog).toHaveCount(0)
  }
}

const TYPES = [
  ['title', '标题', 'SingleLine'],
  ['sex', '性别', 'SingleLine'],
  ['kinds', '工作性质', 'SingleLine'],
  ['degree', '学历', 'SingleLine'],
  ['years', '工作年限', 'SingleLine'],
  ['area', '地区', 'SingleLine'],
  ['note', '摘要', 'MultiLine'],
  ['content', '正文', 'Editor'],
  ['time', '时间', 'DateTime'],
  ['day', '日期', 'Date'],
  ['photo', '封面', 'Photo'],
  ['video', '影片', 'Video'],
  ['file', '附件', 'File'],
  ['photos', '图集', 'BatchPhoto'],
  ['videos', '影集', 'BatchVideo'],
  ['files', '文件集', 'BatchFile'],
  ['related', '相关内容', 'RelationContent'],
  ['labels', '标签', 'RelationLabel'],
] as const

const CHOICES: Readonly<Record<string, { title: string; type: number }>> = {
  sex: { title: '性别', type: 1 },
  kinds: { title: '工作性质', type: 2 },
  degree: { title: '学历', type: 3 },
  years: { title: '工作年限', type: 4 },
}

interface Named {
  id: number
  title: string
  child?: Named[]
}

const ok = async (remote: ServerApi, path: string, body: object): Promise<unknown> => {
  const { code, msg, data } = await remote.post(path, body)
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data
}
const find = (list: readonly Named[], title: string): Named | undefined => {
  for (const each of list) {
    const found = each.title === title ? each : find(each.child ?? [], title)
    if (found) return found
  }
  return undefined
}

/** The id of 集团新闻 in site 1. */
export async function newsColumn(remote: ServerApi): Promise<number> {
  const tree = (await ok(remote, 'api/cms/menu/getTree', { siteId: 1, showHiddenMenu: true })) as Named[]
  return find(tree, '集团新闻')?.id ?? 0
}

/** A column of site 1 with these fields, by default a list. Answers its id. */
export async function columnWith(
  remote: ServerApi,
  menuFieldDTOList: readonly object[],
  menuType: number = COLUMN_TYPE.list,
): Promise<number> {
  const column = { id: 0, siteId: 1, parentId: 0, title: '全部字段', menuType, showManage: true }
  await ok(remote, 'api/cms/menu/save-base', column)
  const id = find(await treeOf(remote), '全部字段')?.id ?? 0
  await ok(remote, 'api/cms/menu/setting-field', { id, menuFieldDTOList })
  return id
}
const treeOf = async (remote: ServerApi): Promise<Named[]> =>
  (await ok(remote, 'api/cms/menu/getTree', { siteId: 1, showHiddenMenu: true })) as Named[]

/** A column with a field of every type; its related entries are those of 集团新闻. */
export async function columnOfAllTypes(remote: ServerApi): Promise<number> {
  const news = find(await treeOf(remote), '集团新闻')?.id ?? 0
  const { content: flat } = (await ok(remote, 'api/cms/dict/page-dic', { page: 1, size: 100 })) as { content: Named[] }
  const marks: Record<string, string> = {
    // 地区 is the only multi-level dictionary of a first run.
    area: JSON.stringify({ id: 1, type: 5 }),
    related: JSON.stringify({ classIdList: [news] }),
  }
  for (const [name, { title, type }] of Object.entries(CHOICES))
    marks[name] = JSON.stringify({ id: find(flat, title)?.id, type })
  return columnWith(
    remote,
    TYPES.map(([fieldName, fieldAlias, fieldType]) => ({
      fieldName,
      fieldAlias,
      fieldType,
      relationMark: marks[fieldName] ?? '',
      isRequired: fieldName === 'title',
      // The list answers them, too.
      isList: true,
      isSearch: fieldName === 'title',
      batchItemOpenTitle: true,
      batchItemOpenNote: true,
    })),
  )
}

/** What is saved of an entry. */
export const entryOf = async (remote: ServerApi, classId: number, title: string): Promise<Record<string, unknown>> => {
  const { content } = (await ok(remote, `api/cebest-cms/content/${classId}/page`, {
    classId,
    page: 1,
    size: 10,
    key: title,
  })) as {
    content: { id: number }[]
  }
  const ids = content.map(({ id }) => id)
  const [entry] = (await ok(remote, `api/cebest-cms/content/${classId}/listByIds`, { classId, idList: ids })) as Record<
    string,
    unknown
  >[]
  if (!entry) throw new Error(`no entry ${title}`)
  return entry
}
