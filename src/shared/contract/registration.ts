import { z } from 'zod'
import { userNameOf } from './accountEdit.ts'
import { withAreaTitles, cms, mutation, open, query } from './define.ts'
import { none, nothing, required } from './fields.ts'

/** C·§4, C·§9: seconds until another phone code can be requested. */
export const RESEND_SECONDS = 60
/** Lifetime of a phone code, in minutes. */
export const PHONE_CODE_LIFETIME_MINUTES = 10
/** C·§9. */
export const PHONE_LENGTH = 11

/** C·§5: a mobile number of mainland China. */
export const mobile = z
  .string('请输入手机号')
  .trim()
  .min(1, '请输入手机号')
  .max(PHONE_LENGTH, '请输入正确的手机号')
  .regex(/^1[3-9]\d{9}$/, '请输入正确的手机号')

const fields = {
  username: userNameOf('用户名'),
  phone: mobile,
  phoneCode: required('请输入手机验证码', 16),
}

/** The form of 注册, with the password in plain text. */
export const registerForm = z.object({
  ...fields,
  password: z
    .string('请输入密码')
    .trim()
    .min(1, '请输入密码')
    .min(6, '密码不能少于6位')
    .max(200, '密码不能超过 200 个字，请缩短后重试'),
})

/**
 * C·§2 Register page (calls 10, 11). Open to everybody, so responses reveal nothing about other accounts before the
 * code is verified.
 */
export const registrationOperations = withAreaTitles({ registration: '注册' })({
  /** Beyond the documents: whether registration is open. */
  'registration.state': query({
    method: 'GET',
    path: cms('account/registration'),
    title: '是否开放注册',
    access: open,
    input: none,
    output: z.object({ isOpen: z.boolean() }),
  }),
  'registration.sendPhoneCode': mutation({
    method: 'POST',
    path: cms('account/send-phone-code'),
    call: 11,
    title: '发送手机验证码',
    access: open,
    rate: 60,
    personal: ['phone'],
    input: z.object({ phone: mobile }),
    output: nothing,
    success: '验证码已发送',
  }),
  'registration.register': mutation({
    method: 'POST',
    path: cms('account/register'),
    call: 10,
    title: '注册',
    access: open,
    rate: 60,
    encrypts: ['password'],
    personal: ['phone', 'phoneCode'],
    /** password: RSA-encrypted. */
    input: z.object({ ...fields, password: z.string('请输入密码').min(1, '请输入密码').max(4096) }),
    output: nothing,
    success: '注册成功，请登录',
  }),
})
