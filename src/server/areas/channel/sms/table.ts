import { id, index, int, millis, ref, sealedText, table, text } from '#server/db/table.ts'

export const smsTables = {
  /** A way to send text messages. */
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
      /** Of one segment, in 1/10000 yuan; 0: not said. */
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
  /** A text as the provider has agreed to it. */
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
