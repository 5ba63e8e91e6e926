import { isAbsolute } from 'node:path'
import { countRows } from '#server/db/countRows.ts'
import type { CallContext } from '#server/http/context.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { sealSecret } from '#server/secrets/sealing.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { MAX_TARGETS_PER_SITE } from '#shared/contract/publishTarget.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { NO_SECRETS, readSecrets, requireOutside, secretsOwner, type TargetSecrets } from './connect.ts'
import { targetFor } from './present.ts'
import type { TargetRow } from './state.ts'

/** Adds a target, or saves over one. A secret that was not typed stays, as long as it goes to the server and account it was typed for. */
export async function saveTarget(ctx: CallContext, form: ParsedOf<'publishTarget.save'>): Promise<TargetRow> {
  const { id, version, siteId, password, privateKey, passphrase, isAuto, ...fields } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await targetFor(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `发布目标“${before.name}”不能移到其他站点，请在目标站点新增`)
  if (!before) await requireCapacity(ctx, siteId)
  await requireFolder(ctx, form)
  const typed = { password, privateKey, passphrase }
  const secrets = form.kind === 'folder' ? NO_SECRETS : await mergeSecrets(ctx, form, before, typed)
  const isMoved = before !== null && movedFields.some((field) => before[field] !== form[field])
  const saved = await saveVersioned(ctx, 'publish_target', {
    id,
    version,
    row: {
      ...fields,
      isAuto: isAuto ? 1 : 0,
      // Nothing is known of what lies at another place.
      ...(isMoved ? { deploymentId: 0, deployedBuild: 0, deployTime: 0, rules: '' } : {}),
    },
    insertOnly: { siteId, secrets: '', createTime: ctx.clock.now().getTime() },
    find: targetFor,
    nameOf: ({ name }) => `发布目标“${name}”`,
  })
  if (isMoved) await ctx.db.deleteFrom('target_file').where('targetId', '=', saved.id).execute()
  const isEmpty = Object.values(secrets).every((secret) => secret === '')
  const text = JSON.stringify(secrets)
  const sealed = isEmpty ? '' : await sealSecret({ ...ctx.deps, db: ctx.db }, secretsOwner(saved.id), text)
  await ctx.db.updateTable('publish_target').set({ secrets: sealed }).where('id', '=', saved.id).execute()
  return { ...saved, secrets: sealed }
}

/** Fields that say where a target is. */
const movedFields = ['kind', 'host', 'port', 'folder'] as const

async function requireCapacity({ db }: CallContext, siteId: number): Promise<void> {
  if ((await countRows(db.selectFrom('publish_target').where('siteId', '=', siteId))) >= MAX_TARGETS_PER_SITE)
    throw new AppError('conflict', `一个站点最多 ${MAX_TARGETS_PER_SITE} 个发布目标，请先删除不用的`)
}

/** Whoever names a folder of the server writes there with the server's rights. */
async function requireFolder(ctx: CallContext, { kind, folder }: ParsedOf<'publishTarget.save'>): Promise<void> {
  if (kind !== 'folder') return
  if (!isSuper(ctx.requireSignedIn().authority))
    throw new AppError('forbidden', '只有超级管理员可以发布到服务器的文件夹，请选择“SFTP”，或联系超级管理员')
  if (!isAbsolute(folder)) throw fieldError('invalid', 'folder', '文件夹应为完整路径，例如 /var/www/html 或 D:\\www')
  await requireOutside(ctx.deps, folder)
}

async function mergeSecrets(
  ctx: CallContext,
  form: ParsedOf<'publishTarget.save'>,
  before: TargetRow | null,
  typed: TargetSecrets,
): Promise<TargetSecrets> {
  const isKey = form.signIn === 'key'
  const isTyped = isKey ? typed.privateKey !== '' : typed.password !== ''
  if (isTyped) return isKey ? { ...typed, password: '' } : { ...NO_SECRETS, password: typed.password }
  const kept = before ? await readSecrets({ ...ctx.deps, db: ctx.db }, before) : NO_SECRETS
  const hasKept = isKey ? kept.privateKey !== '' : kept.password !== ''
  const field = isKey ? 'privateKey' : 'password'
  if (!hasKept) throw fieldError('invalid', field, isKey ? '请粘贴私钥' : '请输入密码')
  const isSameAccount =
    before !== null &&
    before.host === form.host &&
    before.port === form.port &&
    before.username === form.username &&
    before.hostKey === form.hostKey
  if (!isSameAccount)
    throw fieldError('invalid', field, `更换了服务器或用户名，请重新${isKey ? '粘贴私钥' : '输入密码'}`)
  return isKey ? { ...kept, passphrase: typed.passphrase || kept.passphrase } : kept
}
