import { z } from 'zod'
import { CREDENTIALS, type CredentialRule } from '../domain/credentials.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, open, query, session } from './define.ts'
import { byId, count, flag, id, none, nothing, paged, paging, within } from './fields.ts'

export const menuGrant = z.object({ menuId: z.number(), settingList: z.array(z.number()) })
export const siteGrant = z.object({ siteId: z.number(), menuItemDTOList: z.array(menuGrant) })

/** C·§3 login result. */
export const loginResult = z.object({
  token: z.string(),
  username: z.string(),
  groupId: z.number(),
  siteItemDTOList: z.array(siteGrant),
  /** Ours: every call except changing the password is refused until the password is changed. */
  mustChangePassword: z.boolean().default(false),
  /** Ours: the account's group requires a second factor; every call except setting one up is refused until then. */
  mustSetUpFactor: z.boolean().default(false),
})

/** An account as a picker shows it (B·§2): name and addresses, nothing about its sign-in. */
export const user = z.object({
  id: z.number(),
  userName: z.string(),
  trueName: z.string(),
  email: z.string(),
  groupId: z.number(),
  groupName: z.string(),
})
export type User = z.output<typeof user>

/** Every account with a role has site mail, so it may search for recipients. */
const forRecipients = menu(MENU.mine)

/** A password in transit: RSA (PKCS#1 v1.5), base64. */
const encrypted = (message: string) => z.string(message).min(1, message).max(4096)

const captchaInput = z.object({
  height: within('验证码高度', 16, 200).default(30),
  length: within('验证码长度', 3, 8).default(4),
  width: within('验证码宽度', 60, 600).default(150),
  charType: count.default(3),
  imageType: count.default(1),
})

const credential = ({ min, max = Infinity, missing, long = missing }: CredentialRule) => {
  const typed = z.string(missing).trim().min(min, missing)
  return Number.isFinite(max) ? typed.max(max, long) : typed
}

/** The sign-in form (C·§5). */
export const credentials = z.object({
  username: credential(CREDENTIALS.username),
  password: credential(CREDENTIALS.password),
  imageCodeValue: credential(CREDENTIALS.imageCodeValue),
})

/** A code of the second factor, or a recovery code. */
const typedCode = z.string().trim().max(64, '验证码不能超过 64 个字')
/** '' without a second factor. */
export const factorCode = typedCode.default('')

const passwordText = (message: string) =>
  z.string(message).min(1, message).max(1000, '密码不能超过 1000 个字，请缩短后重试')

/** The form for changing one's own password, in plain text (C·§5). */
export const passwordChange = z
  .object({
    oldPassword: passwordText('请输入旧密码'),
    newPassword: passwordText('请输入新密码'),
    reNewPassword: passwordText('请输入确认密码'),
  })
  .refine(({ newPassword, reNewPassword }) => newPassword === reNewPassword, {
    path: ['reNewPassword'],
    message: '两次输入密码不一致!',
  })

export const accountOperations = withAreaTitles({ account: '账号' })({
  'account.captcha': query({
    method: 'POST',
    path: 'api/captcha/image',
    call: 7,
    title: '验证码图片',
    access: open,
    rate: 240,
    input: captchaInput,
    /** base64Image is a data URL. */
    output: z.object({ base64Image: z.string(), codeKey: z.string() }),
  }),
  'account.login': mutation({
    method: 'POST',
    path: 'api/cebest-cms/account/login',
    call: 8,
    title: '登录',
    access: open,
    rate: 60,
    signsIn: true,
    errors: ['locked', 'codeNeeded'],
    hostOnly: true,
    /** password: RSA-encrypted (PKCS#1 v1.5), base64. */
    input: z.object({
      username: credentials.shape.username,
      password: z.string('密码不能少于6位').min(1, '密码不能少于6位').max(4096),
      imageCodeKey: z.string('请输入验证码').min(1, '请输入验证码').max(128),
      imageCodeValue: credentials.shape.imageCodeValue,
      /** Ours: left out when empty, for servers that do not know the field. */
      factorCode: typedCode.optional(),
    }),
    output: loginResult,
  }),
  'account.autoLogin': mutation({
    method: 'POST',
    path: 'api/cebest-cms/account/auto-login',
    call: 9,
    title: '自动登录',
    access: open,
    signsIn: true,
    errors: ['locked', 'codeNeeded'],
    hostOnly: true,
    input: z.object({
      token: z.string('token 不能为空').min(1, 'token 不能为空').max(1024),
      factorCode: typedCode.optional(),
    }),
    /** C·§7 names the grants `authority`; they are also the login result's siteItemDTOList, so both names are sent. */
    output: loginResult.extend({ authority: z.array(siteGrant) }),
  }),
  'account.logout': mutation({
    method: 'POST',
    path: 'api/cebest-cms/account/logout',
    title: '退出登录',
    access: session,
    whileReadOnly: true,
    beforePasswordChange: true,
    hostOnly: true,
    input: none,
    output: nothing,
  }),
  'account.current': query({
    method: 'GET',
    path: 'api/cebest-cms/account/current',
    title: '当前账号',
    access: session,
    beforePasswordChange: true,
    input: none,
    output: loginResult.omit({ token: true }),
  }),
  /**
   * C·§7: changes one's own password and ends every other session of the account. All three texts are RSA-encrypted, as
   * at sign-in.
   */
  'account.updatePassword': mutation({
    method: 'POST',
    path: 'api/cebest-cms/account/updatePassword',
    call: 12,
    title: '修改密码',
    access: session,
    beforePasswordChange: true,
    hostOnly: true,
    input: z.object({
      oldPassword: encrypted('请输入旧密码'),
      newPassword: encrypted('请输入新密码'),
      reNewPassword: encrypted('请输入确认密码'),
    }),
    output: nothing,
    success: '更新成功',
  }),
  /**
   * Accounts for pickers: those that can sign in and belong to the caller's group or a group below it, or colleagues.
   */
  'account.pageUser': query({
    method: 'POST',
    path: cms('account/page-user'),
    call: 150,
    title: '选择用户',
    access: forRecipients,
    /**
     * groupId 0: all groups; `colleagues`: everybody whom the caller may write to, in other groups too (登录安全). `key`
     * matches account, name or email.
     */
    input: paging({ groupId: id.default(0), colleagues: flag }),
    output: paged(user),
  }),
  /** An account of account.pageUser, even if it can no longer sign in. */
  'account.findUser': query({
    method: 'GET',
    path: cms('account/findUser/{id}'),
    call: 152,
    title: '用户信息',
    access: forRecipients,
    input: byId,
    output: user,
  }),
})
