import { id, index, int, millis, ref, sealedText, table, text } from '#server/db/table.ts'

export const smsTables = {
  /** An account at an SMS provider. */
  sms_channel: table({
    title: '短信通道',
    columns: {
      id: id(),
      siteId: ref('site'),
      channelName: text(),
      /** 1 Aliyun, 2 Tencent. */
      channelType: int(),
      signName: text(),
      accessKeyId: text().noReference('of the provider'),
      accessKeySecret: sealedText(),
      sdkAppId: text().noReference('of the provider'),
      perDay: int(),
      /** Price of one segment, in 1/10000 yuan; 0: unknown. */
      price: int().default(0),
      version: int().default(1),
      createTime: millis(),
      updatedBy: text(),
      updateTime: millis(),
    },
    indexes: {
      sms_channel_site: index('siteId id'),
    },
    isDeletedWithSite: true,
  }),
  /** A text template approved by the provider. */
  sms_template: table({
    title: '短信模板',
    columns: {
      id: id(),
      siteId: ref('site'),
      templateName: text(),
      templateCode: text(),
      templateContent: text(),
      version: int().default(1),
      createTime: millis(),
      updatedBy: text(),
      updateTime: millis(),
    },
    indexes: {
      sms_template_site: index('siteId id'),
    },
    isDeletedWithSite: true,
  }),
}
