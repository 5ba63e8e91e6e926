import type { Sealed } from './sealed.ts'

/** The private key of servers that share no disk, sealed with SITECRAFT_SECRET_KEY; one row. */
export interface ServerKeyTable {
  /** 1 */
  id: number
  pem: Sealed
}
export interface ServerKeyTables {
  server_key: ServerKeyTable
}
