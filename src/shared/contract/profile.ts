import { z } from 'zod'
import { accountEmail, userName } from './accountEdit.ts'
import { withAreaTitles, cms, mutation, query, session } from './define.ts'
import { none, nothing, required } from './fields.ts'

/** C·§3 Profile: the fields of an account that its owner may change. */
export const profileForm = z.object({
  username: userName,
  screenName: required('请输入姓名'),
  email: accountEmail,
})
export type Profile = z.output<typeof profileForm>

/** C·§2 Profile page (calls 13, 14). */
export const profileOperations = withAreaTitles({ profile: '个人信息' })({
  'profile.read': query({
    method: 'GET',
    path: cms('account/profile'),
    call: 13,
    title: '个人信息',
    access: session,
    input: none,
    output: z.object({ username: z.string(), screenName: z.string(), email: z.string() }),
  }),
  'profile.save': mutation({
    method: 'POST',
    path: cms('account/save-profile'),
    call: 14,
    title: '保存个人信息',
    access: session,
    personal: ['email'],
    input: profileForm,
    output: nothing,
    success: '保存成功',
    stale: ['profile.read', 'account.page', 'account.findById', 'account.pageUser', 'account.findUser'],
  }),
})
