import { DELETE_QUESTION } from '#renderer/ui/list/text.ts'

/** Words of the channels of text messages. */
export const ACCESS = {
  title: '短信通道',
  add: '添加',
  addTitle: '添加短信通道',
  editTitle: '编辑短信通道',
  channelName: '通道名称',
  channelType: '通道类型',
  signName: '短信签名',
  signHint: '在服务商处审核通过的签名，不带“【】”',
  accessKeyId: 'AccessKeyId',
  keyHint: '腾讯云填写 SecretId',
  accessKeySecret: 'AccessKeySecret',
  secretHint: '腾讯云填写 SecretKey。密钥加密保存，不会再显示。',
  keepSecret: '留空表示不修改密钥',
  sdkAppId: 'SdkAppId',
  sdkHint: '腾讯云短信应用的编号',
  perDay: '每个号码每天最多',
  perDayUnit: '条',
  price: '每条单价',
  priceUnit: '元',
  priceHint: '服务商每条短信的价格，用来在发送前算出费用',
  search: '搜索通道名称或签名',
  removeTitle: (name: string): string => `删除短信通道“${name}”`,
  removeText: (waiting: number): string =>
    waiting === 0
      ? DELETE_QUESTION
      : `还有 ${waiting} 批短信等待用它发送，删除后会暂停，不会再发送。${DELETE_QUESTION}`,
  emptyTitle: '这个站点还没有短信通道',
  emptyText: '点“添加”填写阿里云或腾讯云的短信密钥。',
} as const

/** C·§2: 1 is Aliyun, otherwise Tencent. */
export const typeName = (channelType: number): string => (channelType === 1 ? '阿里云' : '腾讯云')
