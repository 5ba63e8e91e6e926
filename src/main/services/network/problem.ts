/** The error code for a certificate that is not the accepted one. */
export const OTHER_CERTIFICATE = 'SITECRAFT_OTHER_CERTIFICATE'

/** Error codes on the way to a server, besides Node's own; read by api/networkError.ts and the diagnosis. */
type ProblemCode =
  | 'SITECRAFT_PROXY_UNREACHABLE'
  | 'SITECRAFT_PROXY_SIGN_IN'
  | 'SITECRAFT_PROXY_REFUSED'
  | 'SITECRAFT_PROXY_ODD'
  | 'SITECRAFT_PROXY_KIND'
  | 'SITECRAFT_PAC'

/** A request that failed before it reached the server; `message` is Chinese and contains the remedy. */
export class NetworkProblem extends Error {
  readonly code: ProblemCode
  constructor(code: ProblemCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'NetworkProblem'
    this.code = code
  }
}

const REMEDY = '请打开“网络诊断”检查代理设置'

export const unreachableProxyProblem = (name: string, cause?: unknown): NetworkProblem =>
  new NetworkProblem('SITECRAFT_PROXY_UNREACHABLE', `无法连接代理服务器 ${name}，${REMEDY}`, cause)

export const invalidProxyProblem = (name: string, cause?: unknown): NetworkProblem =>
  new NetworkProblem('SITECRAFT_PROXY_ODD', `${name} 返回的不是代理服务器的响应，请确认地址和端口，${REMEDY}`, cause)

export const refusedByProxyProblem = (name: string, target: string, status: number): NetworkProblem =>
  new NetworkProblem(
    'SITECRAFT_PROXY_REFUSED',
    `代理服务器 ${name} 拒绝转发到 ${target}（${status}），请联系网络管理员放行，或将该服务器加入“网络诊断”的例外`,
  )

/** @param schemes offered by the proxy (`proxy-authenticate`) @param given whether credentials were sent */
export function proxySignInProblem(name: string, schemes: string, given: boolean): NetworkProblem {
  const code = 'SITECRAFT_PROXY_SIGN_IN'
  if (schemes && !/\bbasic\b/i.test(schemes)) {
    const text = `代理服务器 ${name} 只接受 ${schemes.split(/[\s,]/, 1)[0] ?? ''} 方式的登录，站匠只支持 Basic。请联系网络管理员开放 Basic，或把服务器加入代理的例外`
    return new NetworkProblem(code, text)
  }
  if (given) {
    return new NetworkProblem(code, `代理服务器 ${name} 不接受填写的用户名或密码，请在“网络诊断”中重新填写`)
  }
  return new NetworkProblem(code, `代理服务器 ${name} 要求登录，请在“网络诊断”中填写代理的用户名和密码`)
}
