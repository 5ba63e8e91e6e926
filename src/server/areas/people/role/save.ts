import { acquireTransactionLock } from '#server/db/locks.ts'
import { treeHeight, withAncestors } from '#server/db/trees.ts'
import type { CallContext } from '#server/http/context.ts'
import { requireVersion, saveVersioned } from '#server/http/saveVersioned.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { MAX_ROLE_LEVELS, MAX_ROLES } from '#shared/contract/role.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { readGroups, type GroupRow, readReachableGroups, createOutOfReachError, requireChangeable } from './groups.ts'
import { writeGrants } from './writeGrants.ts'

/**
 * Locks the groups for this transaction, so that concurrent saves can't create a cycle or a duplicate name. Returns all
 * groups.
 */
export async function lockGroups(ctx: CallContext): Promise<GroupRow[]> {
  await acquireTransactionLock(ctx.db, 'roles')
  return readGroups(ctx.db)
}

interface GroupPosition {
  /** 0: a new group. */
  id: number
  title: string
  parentId: number
}

/**
 * @throws AppError `invalid` for a parent below the group itself, too many levels or groups; `conflict` for a duplicate
 * name
 */
function requireLocation(rows: readonly GroupRow[], { id, title, parentId }: GroupPosition): void {
  const ancestors = withAncestors(rows, parentId)
  const [parent] = ancestors
  if (parentId !== 0 && !parent) throw new AppError('not-found', '上级用户组不存在，可能已被删除，请刷新后重新选择')
  if (id !== 0 && ancestors.some((row) => row.id === id))
    throw new AppError('invalid', `用户组“${title}”不能移动到自己或自己的下级，请选择其他上级用户组`)
  // The super administrators' group is level 0, so it does not count.
  if (ancestors.length - 1 + (id === 0 ? 1 : treeHeight(rows, id)) > MAX_ROLE_LEVELS)
    throw new AppError('invalid', `用户组最多 ${MAX_ROLE_LEVELS} 级，请选择更高一级的上级用户组`)
  if (id === 0 && rows.length >= MAX_ROLES)
    throw new AppError('invalid', `用户组最多 ${MAX_ROLES} 个，请先删除不再使用的用户组`)
  if (rows.some((row) => row.parentId === parentId && row.title === title && row.id !== id))
    throw new AppError('conflict', `“${parent?.title ?? ''}”下已有用户组“${title}”，请换一个名称`)
}

/** Resolves the parent of the group. @throws AppError `forbidden` for a parent out of the caller's reach */
async function resolveParent(ctx: CallContext, wanted: number | undefined, before: GroupRow | null): Promise<number> {
  if (before?.id === SUPER_GROUP) return 0
  const { authority } = ctx.requireSignedIn()
  if (wanted === undefined && before) return before.parentId
  const parentId = wanted || authority.groupId
  if (parentId === before?.parentId) return parentId
  const reach = await readReachableGroups(ctx)
  if (reach && !reach.has(parentId)) throw createOutOfReachError()
  return parentId
}

const formatName = ({ title }: GroupRow): string => `用户组“${title}”`

/**
 * Adds a group, or updates one whose version is the one the caller has read; also writes its grants if the form
 * contains them.
 */
export async function saveRole(ctx: CallContext, form: ParsedOf<'role.save'>): Promise<GroupRow> {
  const { id, name: title, note, version } = form
  const rows = await lockGroups(ctx)
  const before = id === 0 ? null : (requireChangeable(ctx, rows, [id])[0] ?? null)
  requireVersion(before, version, formatName)
  const parentId = await resolveParent(ctx, form.parentId, before)
  if (id !== SUPER_GROUP) requireLocation(rows, { id, title, parentId })
  const saved = await saveVersioned(ctx, 'role', {
    id,
    version,
    row: { title, note, parentId },
    insertOnly: { createTime: ctx.clock.now().getTime() },
    find: () => Promise.reject(createOutOfReachError()),
    nameOf: formatName,
  })
  // The super administrators' group has every right without rows.
  if (form.authority && !isSuper({ groupId: saved.id, siteItemDTOList: [] }))
    await writeGrants(ctx, saved.id, form.authority)
  return saved
}
