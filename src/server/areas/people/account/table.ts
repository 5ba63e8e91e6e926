import { flag, id, index, int, millis, ownedBy, table, text, unique, AUTHOR } from '#server/db/table.ts'

/** Columns that account searches cover. */
const SEARCHED_COLUMNS = ['username', 'trueName', 'email', 'phone', 'employeeNumber']
const SEARCHED_LIST = SEARCHED_COLUMNS.map((column) => `"${column}"`).join(', ')
/** Concatenates the columns, separated by a character that nobody types. */
const concatColumns = (row: string, character: string): string =>
  SEARCHED_COLUMNS.map((column) => `${row}"${column}"`).join(` || ${character}(1) || `)

const SEARCH_TEXT_SQLITE = ['insert', `update of ${SEARCHED_LIST}`].map(
  (event) =>
    `create trigger account_search_${event.slice(0, 6)} after ${event} on account begin
      update account set "searchText" = lower(${concatColumns('', 'char')}) where id = new.id;
    end`,
)
/** Collation "C" lowercases only A to Z, as SQLite does, so that rows moved between the databases stay equal. */
const SEARCH_TEXT_POSTGRES = [
  `create function account_search() returns trigger language plpgsql as $$
    begin new."searchText" := lower((${concatColumns('new.', 'chr')}) collate "C"); return new; end $$`,
  `create trigger account_search before insert or update of ${SEARCHED_LIST} on account
    for each row execute function account_search()`,
]

export const accountTables = {
  account: table({
    title: '账号',
    columns: {
      id: id(),
      username: text(),
      /** Lower case, unique: what sign-in compares. */
      usernameKey: text(),
      /** argon2id; null: the account can't sign in with a password yet. */
      passwordHash: text().nullable(),
      roleId: int().refers('role', { onDelete: 'restrict' }),
      isStatus: flag(),
      createTime: millis(),
      trueName: text().default(''),
      /** Pinyin initials of `trueName`. */
      initials: text().default(''),
      /** Lowercase text that lists search; maintained by triggers. */
      searchText: text().default(''),
      email: text().default(''),
      /** null: no department. */
      departmentId: int().nullable().refers('department', { onDelete: 'restrict' }),
      phone: text().default(''),
      employeeNumber: text().default(''),
      /** 1: set by an administrator and must be changed first. */
      mustChangePassword: flag().default(0),
      /** When the password was set; 0: when the account was created. */
      passwordTime: millis().default(0),
      /** 0: never. */
      lastLoginTime: millis().default(0),
      lastLoginIp: text().default(''),
      loginTimes: int().default(0),
      /** Incremented with each save of the form. */
      version: int().default(1),
      /** Username. */
      updatedBy: text().default(''),
      updateTime: millis().default(0),
    },
    indexes: {
      account_username: unique('usernameKey'),
      account_group: index('roleId id'),
      account_department: index('departmentId'),
      account_phone: index('phone'),
      // Covering index, so that SQLite need not read the rows.
      account_search: index('searchText initials username trueName roleId departmentId', { only: 'sqlite' }),
    },
    archive: { kind: 'accounts', of: 'ids', only: ['id', 'username', 'trueName'] },
    afterwards: { sqlite: SEARCH_TEXT_SQLITE, postgres: SEARCH_TEXT_POSTGRES },
  }),
  session: table({
    columns: {
      /** SHA-256 of the token, hex. */
      tokenHash: text().key(),
      accountId: ownedBy('account'),
      createTime: millis(),
      expireTime: millis(),
      /** Address of the sign-in. */
      ip: text(),
      userAgent: text(),
      /** Accurate to a few minutes. */
      lastUse: millis().default(0),
      way: text<'password' | 'token'>().default('password'),
      /** A later address in another network; '' for none. */
      otherIp: text().default(''),
    },
    indexes: {
      session_expire: index('expireTime'),
    },
  }),
  login_token: table({
    columns: {
      tokenHash: text().key(),
      accountId: ownedBy('account'),
      expireTime: millis(),
    },
  }),
  captcha: table({
    columns: {
      codeKey: text().key(),
      /** HMAC of the text with the server's key, hex. */
      value: text(),
      expireTime: millis(),
    },
  }),
  login_attempt: table({
    columns: {
      /**
       * Key of the counter (attempts.ts). Unknown names are counted too, so that a response never reveals which names
       * exist.
       */
      usernameKey: text().key(),
      /** The user name alone, by which an administrator unlocks the account. */
      accountKey: text().default(''),
      failures: int(),
      lockedUntil: millis(),
      /** Time of the last attempt. */
      time: millis().default(0),
    },
    indexes: {
      login_attempt_account: index('accountKey'),
    },
  }),
  known_device: table({
    columns: {
      accountId: ownedBy('account'),
      /** SHA-256 of the device id, or of network and user agent; hex. */
      device: text(),
      /** Time of the last sign-in. */
      time: millis(),
    },
    key: ['accountId', 'device'],
  }),
  sign_in_log: table({
    columns: {
      id: id(),
      /** `session`: use of a session from another network. */
      way: text<'password' | 'token' | 'session'>(),
      /** 0: no such account. */
      accountId: int().noReference(AUTHOR).default(0),
      /** As typed if the sign-in failed; '' for an unknown token. */
      username: text(),
      ip: text(),
      userAgent: text(),
      code: int(),
      msg: text(),
      createTime: millis(),
    },
    indexes: {
      sign_in_log_time: index('createTime'),
      sign_in_log_account: index('accountId id'),
    },
  }),
}
