import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const SMS_KEY = { id: 'AKIDexample', secret: 'secret 密钥' }

export interface ReceivedSms {
  phone: string
  signName: string
  template: string
  params: unknown
}

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
/** How far the caller's clock may be off, ms: both providers refuse more than some minutes. */
const CLOCK_MS = 300_000

/**
 * Stand-ins of the providers' APIs. They work out the signature from what came in, by the providers' documents, and refuse
 * another one, an unknown key and a clock that is off, as the providers do.
 */
export async function startSmsProviders() {
  const received: ReceivedSms[] = []
  const receipts = new Map<string, 'delivered' | 'undelivered'>()
  const asked: string[] = []
  /** Tencent's number of the last message to each number. */
  const serials = new Map<string, string>()
  const refusals = new Map<string, { code: string; message: string }>()
  const server = createServer((request, response) => {
    void text(request).then((body) => (request.headers['x-tc-action'] ? tencent : aliyun)(request, response, body))
  })
  const answer = (response: ServerResponse, status: number, json: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))

  function aliyun(request: IncomingMessage, response: ServerResponse, body: string): void {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const refuse = (Code: string, Message: string): void => answer(response, 400, { Code, Message, RequestId: 'r' })
    const [, credential = '', names = '', signature = ''] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? []
    if (credential !== SMS_KEY.id) return refuse('InvalidAccessKeyId.NotFound', 'Specified access key is not found.')
    for (const needed of ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-version'])
      if (!names.split(';').includes(needed)) return refuse('IncompleteSignature', needed)
    const headers = names
      .split(';')
      .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
      .join('')
    const canonical = ['POST', '/', url.search.slice(1), headers, names, sha256(body)].join('\n')
    const wanted = hmac(SMS_KEY.secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
    if (signature !== wanted) return refuse('SignatureDoesNotMatch', 'Specified signature is not matched.')
    const date = new Date(String(request.headers['x-acs-date'])).getTime()
    if (Math.abs(date - Date.now()) > CLOCK_MS)
      return refuse('InvalidTimeStamp.Expired', 'Specified time stamp is expired.')
    const query = url.searchParams
    if (request.headers['x-acs-action'] === 'QuerySendDetails') {
      const number = query.get('PhoneNumber') ?? ''
      asked.push(number)
      const told = receipts.get(number)
      const isKnown = /^\d{8}$/.test(query.get('SendDate') ?? '') && query.get('BizId')?.startsWith('biz-')
      const SendStatus = told === 'delivered' ? 3 : told === 'undelivered' ? 2 : 1
      const line = {
        SendStatus,
        ErrCode: told === 'undelivered' ? 'MOBILE_NOT_ON_SERVICE' : 'DELIVERED',
        PhoneNum: number,
      }
      return answer(response, 200, {
        Code: 'OK',
        Message: 'OK',
        TotalCount: '1',
        SmsSendDetailDTOs: { SmsSendDetailDTO: isKnown ? [line] : [] },
      })
    }
    const phone = query.get('PhoneNumbers') ?? ''
    const refused = refusals.get(phone)
    if (refused) return answer(response, 200, { Code: refused.code, Message: refused.message, RequestId: 'r' })
    const params: unknown = JSON.parse(query.get('TemplateParam') ?? '{}')
    received.push({ phone, signName: query.get('SignName') ?? '', template: query.get('TemplateCode') ?? '', params })
    answer(response, 200, { Code: 'OK', Message: 'OK', BizId: `biz-${received.length}`, RequestId: 'r' })
  }

  function tencent(request: IncomingMessage, response: ServerResponse, body: string): void {
    const refuse = (Code: string, Message: string): void =>
      answer(response, 200, { Response: { Error: { Code, Message }, RequestId: 'r' } })
    const timestamp = Number(request.headers['x-tc-timestamp'])
    const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
    const scope = `${date}/sms/tc3_request`
    const names = 'content-type;host;x-tc-action'
    const headers = names
      .split(';')
      .map((name) => `${name}:${String(request.headers[name]).toLowerCase()}\n`)
      .join('')
    const canonical = ['POST', '/', '', headers, names, sha256(body)].join('\n')
    const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
    const key = hmac(hmac(hmac(`TC3${SMS_KEY.secret}`, date), 'sms'), 'tc3_request')
    const wanted = `TC3-HMAC-SHA256 Credential=${SMS_KEY.id}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString('hex')}`
    if (request.headers.authorization !== wanted)
      return refuse('AuthFailure.SignatureFailure', 'The provided credentials could not be validated.')
    if (Math.abs(timestamp * 1000 - Date.now()) > CLOCK_MS)
      return refuse('AuthFailure.SignatureExpire', 'The signature is expired.')
    if (request.headers['x-tc-action'] === 'PullSmsSendStatusByPhoneNumber') {
      const { PhoneNumber, SmsSdkAppId } = JSON.parse(body) as { PhoneNumber: string; SmsSdkAppId: string }
      const number = PhoneNumber.replace('+86', '')
      asked.push(number)
      const told = SmsSdkAppId === '' ? undefined : receipts.get(number)
      const line = {
        PhoneNumber,
        SerialNo: serials.get(number) ?? '',
        ReportStatus: told === 'delivered' ? 'SUCCESS' : 'FAIL',
        Description: told === 'delivered' ? 'DELIVRD' : 'MOBILE_NOT_ON_SERVICE',
      }
      const earlier = { ...line, SerialNo: 'another', ReportStatus: 'SUCCESS' }
      return answer(response, 200, {
        Response: { PullSmsSendStatusSet: told ? [earlier, line] : [earlier], RequestId: 'r' },
      })
    }
    const form = JSON.parse(body) as {
      PhoneNumberSet: string[]
      SignName: string
      TemplateId: string
      TemplateParamSet: string[]
    }
    const [phone = ''] = form.PhoneNumberSet
    const refused = refusals.get(phone.replace('+86', ''))
    if (!refused)
      received.push({ phone, signName: form.SignName, template: form.TemplateId, params: form.TemplateParamSet })
    const serial = `s${received.length}`
    serials.set(phone.replace('+86', ''), serial)
    const status = refused ? { Code: refused.code, Message: refused.message } : { Code: 'Ok', Message: 'send success' }
    answer(response, 200, {
      Response: { SendStatusSet: [{ ...status, SerialNo: serial, PhoneNumber: phone }], RequestId: 'r' },
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    received,
    /** Numbers about whose messages receipts were asked for. */
    asked,
    /** What becomes of messages to the number; before, they wait for the operator. */
    receipt: (phone: string, told: 'delivered' | 'undelivered') => void receipts.set(phone, told),
    refuse: (phone: string, code: string, message: string) => void refusals.set(phone, { code, message }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
