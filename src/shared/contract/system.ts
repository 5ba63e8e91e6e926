import { z } from 'zod'
import { none, nothing } from './fields.ts'
import { open, query } from './define.ts'

/** Version and features of the project's own server; a foreign server has no such call. */
export const capabilities = z.object({
  product: z.literal('sitecraft'),
  version: z.string(),
  /** `template-sync-1`, `template-sync-2`, `template-copy-1`: see templateSync.ts. `template-draft-1`: the calls of templateDraft.ts. */
  features: z.array(z.string()),
})

export const systemOperations = {
  'system.capabilities': query({
    method: 'GET',
    path: 'api/sitecraft/capabilities',
    title: '服务器能力',
    access: open,
    input: none,
    output: capabilities,
  }),
  'system.health': query({
    method: 'GET',
    path: 'api/sitecraft/health',
    title: '服务器状态',
    access: open,
    input: none,
    output: nothing,
  }),
  'rsa.publicKey': query({
    method: 'GET',
    path: 'api/rsa/publicKey',
    call: 1,
    title: '密码加密公钥',
    access: open,
    input: none,
    /** SubjectPublicKeyInfo, base64 without PEM lines, as JSEncrypt clients expect. */
    output: z.string(),
  }),
}
