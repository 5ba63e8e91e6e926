import { id, index, int, json, millis, table, text, unique, AUTHOR, HISTORY } from '#server/db/table.ts'

export const logTables = {
  operation_log: table({
    columns: {
      id: id(),
      /** Of the operation, with the API token that was used. */
      title: text(),
      operation: text(),
      accountId: int().nullable().noReference(AUTHOR),
      username: text(),
      ip: text(),
      method: text(),
      url: text(),
      /** Input without secrets, long texts cut. */
      input: json(),
      code: int(),
      msg: text(),
      durationMs: int(),
      createTime: millis(),
      /** 0: of no site. */
      siteId: int().noReference(HISTORY).default(0),
      /** The part of `operation` before the point. */
      area: text().default(''),
      /** Numbers and flags of the answer. */
      answer: json().default('null'),
      /** RecordChange[] of the contract; '' for none. */
      changes: text().default(''),
      /** Place in the chain of hashes; null until it was put in (areas/system/log/chain). */
      seq: int().nullable(),
      hash: text().nullable(),
    },
    indexes: {
      operation_log_time: index('createTime id'),
      operation_log_account: index('accountId createTime id'),
      operation_log_site: index('siteId createTime id'),
      operation_log_area: index('area createTime id'),
      operation_log_refused: index('createTime id', { where: 'code <> 200' }),
      operation_log_unsealed: index('id', { where: 'seq is null' }),
      operation_log_refused_site: index('siteId createTime id', { where: 'code <> 200' }),
      operation_log_refused_account: index('accountId createTime id', { where: 'code <> 200' }),
      operation_log_refused_area: index('area createTime id', { where: 'code <> 200' }),
      operation_log_seq: unique('seq', { where: 'seq is not null' }),
    },
  }),
  /** Where the kept part of the chain of the operation log begins, and its last line. */
  operation_log_mark: table({
    columns: {
      name: text<'start' | 'head'>().key(),
      seq: int(),
      hash: text(),
      /** HMAC of the others with the server's key, hex. */
      proof: text(),
    },
  }),
}
