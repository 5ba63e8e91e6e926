import { id, index, int, json, millis, table, text, unique, AUTHOR, HISTORY } from '#server/db/table.ts'

export const logTables = {
  operation_log: table({
    columns: {
      id: id(),
      /** Title of the operation, with the API token used. */
      title: text(),
      operation: text(),
      accountId: int().nullable().noReference(AUTHOR),
      username: text(),
      ip: text(),
      method: text(),
      url: text(),
      /** Input without secrets, with long texts cut. */
      input: json(),
      code: int(),
      msg: text(),
      durationMs: int(),
      createTime: millis(),
      /** 0: no site. */
      siteId: int().noReference(HISTORY).default(0),
      /** The part of `operation` before the dot. */
      area: text().default(''),
      /** Numbers and flags of the response. */
      answer: json().default('null'),
      /** RecordChange[] of the contract; '' for none. */
      changes: text().default(''),
      /** Position in the hash chain; null until sealed (areas/system/log/chain). */
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
  /** Start of the retained part of the chain, and its last line. */
  operation_log_mark: table({
    columns: {
      name: text<'start' | 'head'>().key(),
      seq: int(),
      hash: text(),
      /** HMAC of the other columns with the server's key, in hex. */
      proof: text(),
    },
  }),
}
