import { refuseOnCopy } from '#server/db/serverCopy.ts'
import type { CallContext } from '#server/http/context.ts'
import { OwnTransactions, type Resource, type Routes } from '#server/http/routes.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { sealSecret } from '#server/secrets/sealing.ts'
import type { PublishCdn } from '#shared/contract/publishCdn.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { targetFor } from '../present.ts'
import { type CdnRow, cdnOf, cdnSecret, purge } from './purge.ts'

const presentCdn = (targetId: number, row: CdnRow | undefined): PublishCdn => ({
  id: row?.id ?? 0,
  targetId,
  provider: row?.provider ?? '',
  url: row?.url ?? '',
  accessKeyId: row?.accessKeyId ?? '',
  hasSecret: row !== undefined && row.secret !== '',
  version: row?.version ?? 0,
})

async function saveCdn(ctx: CallContext, form: ParsedOf<'publishCdn.save'>): Promise<CdnRow> {
  const { version, targetId, secret, provider, accessKeyId, url } = form
  await targetFor(ctx, targetId)
  const before = await cdnOf(ctx, targetId)
  const isSame =
    before !== undefined &&
    before.provider === provider &&
    before.url === url &&
    before.accessKeyId === accessKeyId &&
    before.secret !== ''
  // The secret goes to nobody but whom it was typed for.
  if (provider !== '' && secret === '' && !isSame)
    throw fieldError(
      'invalid',
      'secret',
      before?.secret ? '更换了服务商、地址或 AccessKey ID，请重新输入密钥' : '请输入密钥',
    )
  const saved = await saveVersioned(ctx, 'target_cdn', {
    id: before?.id ?? 0,
    version: before ? version : undefined,
    row: { provider, url, accessKeyId },
    insertOnly: { targetId, secret: '' },
    find: async () => {
      const now = await cdnOf(ctx, targetId)
      if (!now) throw new AppError('not-found', 'CDN 刷新设置已被删除，请刷新')
      return now
    },
    nameOf: () => 'CDN 刷新设置',
  })
  if (provider !== '' && secret === '') return saved
  const sealed = provider === '' ? '' : await sealSecret({ ...ctx.deps, db: ctx.db }, cdnSecret(saved.id), secret)
  await ctx.db.updateTable('target_cdn').set({ secret: sealed }).where('id', '=', saved.id).execute()
  return { ...saved, secret: sealed }
}

/** Its transactions are short: the CDN is asked in between. */
const test = new OwnTransactions<'publishCdn.test'>(async (ctx, { targetId }) => {
  const target = await targetFor(ctx, targetId)
  await refuseOnCopy(ctx.db)
  const row = await cdnOf(ctx, targetId)
  if (!row || row.provider === '') return { message: '还没有设置 CDN 刷新' }
  return { message: await purge(ctx.deps, row, target, ['index.html']) }
})

const routes: Routes<'publishCdn'> = {
  'publishCdn.find': async (ctx, { targetId }) => {
    await targetFor(ctx, targetId)
    return presentCdn(targetId, await cdnOf(ctx, targetId))
  },
  'publishCdn.save': async (ctx, form) => presentCdn(form.targetId, await saveCdn(ctx, form)),
  'publishCdn.test': test,
}

/** CDN 刷新: what a deployment changed is purged from the CDN in front of the target. */
export const publishCdn: Resource = { routes }
