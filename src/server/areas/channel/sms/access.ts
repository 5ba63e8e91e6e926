import type { RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { openSecret, type SecretBinding } from '#server/secrets/sealing.ts'
import { TENCENT } from '#shared/contract/smsChannel.ts'
import { aliyun } from './aliyun.ts'
import type { SentSms, SmsAccess, SmsSendResult, SmsOrder, SmsReceipt } from './provider.ts'
import { tencent } from './tencent.ts'

export type SmsChannelRow = RowOf<'sms_channel'>

/** Reason shown for messages that are paused because their channel was deleted. */
export const CHANNEL_DELETED_REASON = '短信通道已被删除，未发出的短信不会再发送'

export const toSecretId = (id: number): SecretBinding => ({ use: 'SMS channel', owner: id })

const ENDPOINTS = { aliyun: 'https://dysmsapi.aliyuncs.com/', tencent: 'https://sms.tencentcloudapi.com/' }

/** Lists the settings that are missing for sending; '' if none. The form allows any values to be saved (C·§5). */
export function describeMissingSettings(row: SmsChannelRow): string {
  const missingSettings = [
    row.signName ? '' : '短信签名',
    row.accessKeyId ? '' : 'AccessKeyId',
    row.accessKeySecret ? '' : 'AccessKeySecret',
    row.channelType !== TENCENT || row.sdkAppId ? '' : 'SdkAppId',
  ].filter(Boolean)
  return missingSettings.length > 0 ? `短信通道“${row.channelName}”未填写${missingSettings.join('、')}，请先补充` : ''
}

/** An SMS channel whose secret is decrypted. */
export interface OpenSms {
  send(order: Omit<SmsOrder, 'signName'>): Promise<SmsSendResult>
  receipt(sent: SentSms): Promise<SmsReceipt>
}

/** Opens the channel, or returns a text that says why it can't be used. */
export async function openSms(deps: ServerDeps, row: SmsChannelRow): Promise<string | OpenSms> {
  const missingText = describeMissingSettings(row)
  if (missingText) return missingText
  const secret = await openSecret(deps, toSecretId(row.id), row.accessKeySecret)
  if (secret === null) return `短信通道“${row.channelName}”的密钥用已不存在的密钥加密，请编辑它并重新填写`
  const isTencent = row.channelType === TENCENT
  const name = isTencent ? 'tencent' : 'aliyun'
  const access: SmsAccess = {
    endpoint: deps.smsEndpoints?.[name] ?? ENDPOINTS[name],
    accessKeyId: row.accessKeyId,
    accessKeySecret: secret,
    sdkAppId: row.sdkAppId,
  }
  const provider = isTencent ? tencent : aliyun
  return {
    send: (order) => provider.send(access, { ...order, signName: row.signName }, deps.clock.now()),
    receipt: (sent) => provider.receipt(access, sent, deps.clock.now()),
  }
}
