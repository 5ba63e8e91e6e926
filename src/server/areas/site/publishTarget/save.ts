import { isAbsolute } from 'node:path'
import { countRows } from '#server/db/countRows.ts'
import type { CallContext } from '#server/http/context.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { sealSecret } from '#server/secrets/sealing.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { identityFor, MAX_TARGETS_PER_SITE, type TargetKind } from '#shared/contract/publishTarget.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { nextDeployment } from './auto.ts'
import { NO_SECRETS, readSecrets, requireOutside, secretsOwner, type TargetSecrets } from './connect.ts'
import { targetFor } from './present.ts'
import type { TargetRow } from './state.ts'

/** Adds a target, or saves over one. A secret that was not typed stays, as long as it goes to the server and account it was typed for. */
export async function saveTarget(ctx: CallContext, asked: ParsedOf<'publishTarget.save'>): Promise<TargetRow> {
  const form = { ...asked, hostKey: identityFor(asked.kind, asked.hostKey) }
  const { id, version, siteId, password, privateKey, passphrase, isAuto, isPathStyle, ...rest } = form
  const { hasReleases, every, time, hours, ...fields } = rest
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await targetFor(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `发布目标“${before.name}”不能移到其他站点，请在目标站点新增`)
  if (!before) await requireCapacity(ctx, siteId)
  await requireFolder(ctx, form)
  const typed = { password, privateKey, passphrase }
  const secrets =
    form.kind === 'folder' || form.kind === 'zip' ? NO_SECRETS : await mergeSecrets(ctx, form, before, typed)
  if (hasReleases && !RELEASE_KINDS.includes(form.kind))
    throw fieldError('invalid', 'hasReleases', '只有文件夹和 SFTP 支持整站切换，请关闭“整站切换”')
  const isMoved =
    before !== null &&
    (movedFields.some((field) => before[field] !== form[field]) || (before.hasReleases === 1) !== hasReleases)
  const plan = { every, time, hours }
  const saved = await saveVersioned(ctx, 'publish_target', {
    id,
    version,
    row: {
      ...fields,
      isPathStyle: isPathStyle ? 1 : 0,
      // Nobody downloads a zip of each build.
      isAuto: isAuto && form.kind !== 'zip' ? 1 : 0,
      hasReleases: hasReleases ? 1 : 0,
      schedule: JSON.stringify(plan),
      nextTime: nextDeployment(plan, ctx.clock.now()),
      // Nothing is known of what lies at another place.
      ...(isMoved
        ? { deploymentId: 0, deployedBuild: 0, deployTime: 0, rules: '', releaseName: '', verifyTime: 0 }
        : {}),
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

/** Kinds whose targets can switch releases. */
const RELEASE_KINDS: readonly TargetKind[] = ['folder', 'sftp']

/** Fields that say where a target is. */
const movedFields = ['kind', 'host', 'port', 'address', 'bucket', 'folder'] as const
/** Fields that say to whom a secret goes. */
const accountFields = ['kind', 'host', 'port', 'encryption', 'address', 'username', 'hostKey'] as const

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
  const isKey = form.kind === 'sftp' && form.signIn === 'key'
  const isTyped = isKey ? typed.privateKey !== '' : typed.password !== ''
  if (isTyped) return isKey ? { ...typed, password: '' } : { ...NO_SECRETS, password: typed.password }
  const kept = before ? await readSecrets({ ...ctx.deps, db: ctx.db }, before) : NO_SECRETS
  const hasKept = isKey ? kept.privateKey !== '' : kept.password !== ''
  const field = isKey ? 'privateKey' : 'password'
  const name = form.kind === 's3' ? ' AccessKey Secret' : '密码'
  if (!hasKept) throw fieldError('invalid', field, isKey ? '请粘贴私钥' : `请输入${name}`)
  if (before === null || accountFields.some((each) => before[each] !== form[each]))
    throw fieldError('invalid', field, `更换了服务器或用户名，请重新${isKey ? '粘贴私钥' : `输入${name}`}`)
  return isKey ? { ...kept, passphrase: typed.passphrase || kept.passphrase } : kept
}
