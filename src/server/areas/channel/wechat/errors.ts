/** An error of the WeChat API. */
export class WechatError extends Error {
  readonly errcode: number

  constructor(errcode: number, message: string) {
    super(message)
    this.errcode = errcode
  }
}

/** The token is invalid or expired; it is renewed once. */
export const isTokenError = (errcode: number): boolean => errcode === 40001 || errcode === 40014 || errcode === 42001

/** Errors that concern the whole account, so that the run ends. */
const ACCOUNT_ERRORS: ReadonlySet<number> = new Set([-1, 40001, 40013, 40014, 40125, 40164, 42001, 45009, 48001, 50002])
export const isAccountError = (errcode: number): boolean => ACCOUNT_ERRORS.has(errcode)

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  [-1]: '微信系统繁忙，请稍后重试',
  40001: 'appSecret错误，或者访问凭证无效，请检查公众号配置',
  40007: '封面图在公众号素材库中已不存在，请重试',
  40013: 'appId无效，请检查公众号配置',
  40125: 'appSecret无效，请检查公众号配置',
  40164: '服务器的 IP 不在公众号的 IP 白名单中，请在微信公众平台中添加',
  45001: '图片超过微信允许的大小',
  45003: '标题超过微信允许的长度，请缩短标题',
  45004: '摘要超过微信允许的长度，请缩短摘要',
  45009: '今天的接口调用次数已达上限，请明天再试',
  45110: '作者超过微信允许的长度，请缩短作者',
  48001: '公众号没有该接口的权限，请确认公众号已认证',
  50002: '公众号已被限制使用接口',
  53404: '账号已被限制带货能力，请删除商品后重试',
}

/** Chinese text of an error, with WeChat's error code. */
export const formatErrorText = (errcode: number, errmsg: string): string =>
  ERROR_TEXTS[errcode] ? `${ERROR_TEXTS[errcode]}（${errcode}）` : `微信返回错误 ${errcode}：${errmsg.slice(0, 200)}`
