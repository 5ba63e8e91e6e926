import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions, Reply, type Resource, type Routes } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import {
  decryptFormPassword,
  hashPassword,
  requireFreeName,
  rejectDuplicateName,
  toUsernameKey,
} from '../account/index.ts'
import { readRules, requireGoodPassword, type Rules } from '../signInRules/index.ts'
import { hashPhone, createCode, requirePhoneCode, consumePhoneCode } from './codes.ts'
import { sendPhoneCode } from './sender.ts'

export { type PhoneCodeSender, registerPhoneCodeSender } from './sender.ts'

const state: Handler<'registration.state'> = async ({ db }) => ({ isOpen: (await readRules(db)).selfRegister })

/** @throws AppError `forbidden` unless an administrator has enabled registration */
async function requireOpenRegistration(ctx: CallContext): Promise<Rules> {
  const rules = await readRules(ctx.db)
  if (!rules.selfRegister) throw new AppError('forbidden', '管理员未开启注册，请联系管理员开通账号')
  return rules
}

/** Call 11. The code is saved before it is sent, and counted even when sending fails. */
const send = new OwnTransactions<'registration.sendPhoneCode'>(async (ctx, { phone }) => {
  await requireOpenRegistration(ctx)
  const hashedPhone = await hashPhone(ctx.deps, phone)
  const code = await ctx.db.transaction().execute((tx) => createCode(tx, hashedPhone, ctx.ip, ctx.clock.now()))
  if (await sendPhoneCode(ctx.deps, { phone, code })) return null
  return new Reply(null, '服务器没有短信通道，验证码未发送到手机，请向管理员索取')
})

/**
 * Call 10. Duplicate names and numbers are reported only to somebody with a valid code. Runs without a transaction
 * while it counts wrong codes, which must persist, and while it hashes, which is slow.
 */
const register = new OwnTransactions<'registration.register'>(async (ctx, form) => {
  const rules = await requireOpenRegistration(ctx)
  const hashedPhone = await hashPhone(ctx.deps, form.phone)
  const password = await decryptFormPassword(ctx.deps, { password: form.password, rePassword: '' })
  if (!password || password.length < 6) throw fieldError('invalid', 'password', '密码不能少于6位')
  await requirePhoneCode(ctx.db, hashedPhone, form.phoneCode, ctx.clock.now())
  const owner = { id: 0, username: form.username, passwordHash: null }
  await requireGoodPassword(ctx.db, rules, owner, { password, field: 'password' })
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (db) => {
    await consumePhoneCode(db, hashedPhone, form.phoneCode)
    await addAccount({ ...ctx, db }, form, { passwordHash, roleId: rules.registerGroupId })
  })
  return null
})

async function addAccount(
  { db, clock }: CallContext,
  { username, phone }: ParsedOf<'registration.register'>,
  { passwordHash, roleId }: { passwordHash: string; roleId: number },
): Promise<void> {
  const now = clock.now().getTime()
  if (await db.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirst())
    throw fieldError('conflict', 'phone', '该手机号已注册，请直接登录')
  await requireFreeName(db, username, { id: 0, field: 'username' })
  if (!(await db.selectFrom('role').select('id').where('id', '=', roleId).executeTakeFirst()))
    throw new AppError('conflict', '注册后的用户组已被删除，请联系管理员')
  const row = { username, usernameKey: toUsernameKey(username), passwordHash, roleId, phone }
  const added = {
    ...row,
    passwordTime: now,
    isStatus: 1,
    createTime: now,
    updatedBy: username,
    updateTime: now,
  } as const
  await rejectDuplicateName({ username, field: 'username' }, db.insertInto('account').values(added).execute())
}

const routes: Routes<'registration'> = {
  'registration.state': state,
  'registration.sendPhoneCode': send,
  'registration.register': register,
}

/** C·§2 Register page: sign-up with a code sent to the phone. */
export const registration: Resource = { routes }
