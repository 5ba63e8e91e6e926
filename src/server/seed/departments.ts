import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

interface Node {
  [title: string]: Node
}

/** The departments of a first run, in their order. */
const TREE: Node = {
  集团总部: {
    综合管理部: {},
    品牌传播部: { 内容编辑组: {}, 新媒体组: {} },
    信息技术部: { 平台运维组: {}, 网站设计组: {} },
    人力资源部: {},
    财务部: {},
  },
  华东分公司: { 综合管理部: {}, 市场部: {} },
  华南分公司: { 综合管理部: {}, 市场部: {} },
}

/** Which of them an account of the first run is in; the guest is in none. */
export const DEPARTMENT_OF: Readonly<Record<string, string>> = {
  admin: '信息技术部',
  editor: '内容编辑组',
  designer: '网站设计组',
}

/** Inserts the departments. Answers the ids by title; where a title stands twice, the first one's. */
export async function insertDepartments(db: Kysely<Database>, now: number): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  const insert = async (parentId: number, node: Node): Promise<void> => {
    for (const [title, below] of Object.entries(node)) {
      const row = { parentId, title, createTime: now, updatedBy: '', updateTime: now }
      const { id } = await db.insertInto('department').values(row).returning('id').executeTakeFirstOrThrow()
      if (!ids.has(title)) ids.set(title, id)
      await insert(id, below)
    }
  }
  await insert(0, TREE)
  return ids
}
