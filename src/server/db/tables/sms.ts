import type { Generated } from 'kysely'
import type { Millis } from './core.ts'
import type { Sealed } from './sealed.ts'

/** A way to send text messages. */
export interface SmsChannelTable {
  id: Generated<number>
  siteId: number
  channelName: string
  /** 1 Aliyun, 2 Tencent. */
  channelType: number
  signName: string
  accessKeyId: string
  accessKeySecret: Sealed
  sdkAppId: string
  perDay: number
  /** Of one segment, in 1/10000 yuan; 0: not said. */
  price: Generated<number>
  version: Generated<number>
  createTime: Millis
  updatedBy: string
  updateTime: Millis
}

/** A text as the provider has agreed to it. */
export interface SmsTemplateTable {
  id: Generated<number>
  siteId: number
  templateName: string
  templateCode: string
  templateContent: string
  version: Generated<number>
  createTime: Millis
  updatedBy: string
  updateTime: Millis
}

export interface SmsTables {
  sms_channel: SmsChannelTable
  sms_template: SmsTemplateTable
}
