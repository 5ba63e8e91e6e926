import { replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import type { ArchiveRow } from './checkRows.ts'
import type { Refs } from './importMap.ts'
import type { KindName } from './kinds.ts'

/** A role here. */
export interface RoleName {
  roleId: number
  roleName: string
}

/** What rows are taken with. */
export interface RowImportContext {
  siteId: number
  /** Roles here by their names. */
  roles: ReadonlyMap<string, RoleName>
  /** Of the account that imports: steps of workflows of which no role is here are its. */
  ownRole: RoleName
}

type Take = (row: ArchiveRow, refs: Refs, place: RowImportContext) => Record<string, unknown> | null

const own =
  (kind: KindName): Take =>
  (row, refs, { siteId }) => ({ ...row, id: refs.id(kind, row['id']), siteId })
/** Without an id that anything refers to: the database gives one. */
const anew: Take = ({ id: _id, ...row }, _refs, { siteId }) => ({ ...row, siteId })

/** How rows of a kind become rows here; null: what they belong to did not come. */
export const TAKE_ROWS = {
  labelCategories: own('labelCategories'),
  labels: (row, refs, { siteId }) => {
    const classId = refs.id('labelCategories', row['classId'])
    return { ...row, id: refs.id('labels', row['id']), siteId, classId }
  },
  workflows: own('workflows'),
  workflowNodes: ({ id: _id, ...row }, refs, { roles, ownRole }) => {
    const given = Array.isArray(row['roles']) ? (row['roles'] as Partial<RoleName>[]) : []
    const there = given.flatMap(({ roleName }) => roles.get(String(roleName)) ?? [])
    const workflowId = refs.id('workflows', row['workflowId'])
    // A step of nobody would let everything through.
    return workflowId ? { ...row, workflowId, roles: JSON.stringify(there.length > 0 ? there : [ownRole]) } : null
  },
  notes: (row, refs) => {
    const contentId = refs.id('contents', row['contentId'])
    const [id, parentId] = [refs.id('notes', row['id']), refs.id('notes', row['parentId'])]
    const authorId = refs.id('accounts', row['authorId'])
    return contentId ? { ...row, id, contentId, parentId, authorId } : null
  },
  redirects: anew,
  sitemapRules: (row, refs, { siteId }) => {
    const columnId = refs.id('columns', row['columnId'])
    return columnId || row['columnId'] === 0 ? { ...row, siteId, columnId } : null
  },
  products: (row, refs, { siteId }) => {
    const classId = refs.id('columns', row['classId'])
    return { ...row, id: refs.id('products', row['id']), siteId, classId }
  },
  netWorths: ({ id: _id, ...row }, refs) => {
    const productId = refs.id('products', row['productId'])
    return productId ? { ...row, productId } : null
  },
  memberLevels: own('memberLevels'),
  memberGroups: own('memberGroups'),
  members: (row, refs, { siteId }) => {
    const levelId = refs.id('memberLevels', row['levelId'])
    const headSculpture = replaceFileAddresses(String(row['headSculpture']), refs.address)
    return { ...row, id: refs.id('members', row['id']), siteId, levelId, headSculpture }
  },
  memberships: (row, refs) => {
    const [memberId, groupId] = [refs.id('members', row['memberId']), refs.id('memberGroups', row['groupId'])]
    return memberId && groupId ? { memberId, groupId } : null
  },
} satisfies Partial<Record<KindName, Take>>
