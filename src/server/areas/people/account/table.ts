import { flag, id, index, int, millis, ownedBy, table, text, unique, AUTHOR } from '#server/db/table.ts'

/** What a list of accounts is searched by. */
const SEARCHED = ['username', 'trueName', 'email', 'phone', 'employeeNumber']
const NAMES = SEARCHED.map((column) => `"${column}"`).join(', ')
/** The texts in one, between them a character that nobody types. */
const joined = (row: string, character: string): string =>
  SEARCHED.map((column) => `${row}"${column}"`).join(` || ${character}(1) || `)

const SEARCH_TEXT_SQLITE = ['insert', `update of ${NAMES}`].map(
  (event) =>
    `create trigger account_search_${event.slice(0, 6)} after ${event} on account begin
      update account set "searchText" = lower(${joined('', 'char')}) where id = new.id;
    end`,
)
/** By bytes only A to Z have a lower case, as in SQLite: a row that is moved between the databases stays the same. */
const SEARCH_TEXT_POSTGRES = [
  `create function account_search() returns trigger language plpgsql as $$
    begin new."searchText" := lower((${joined('new.', 'chr')}) collate "C"); return new; end $$`,
  `create trigger account_search before insert or update of ${NAMES} on account
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
      /** What lists are searched by, in lower case; kept by triggers. */
      searchText: text().default(''),
      email: text().default(''),
      /** null: in none. */
      departmentId: int().nullable().refers('department', { onDelete: 'restrict' }),
      phone: text().default(''),
      employeeNumber: text().default(''),
      /** 1: given by an administrator, to be changed before anything else. */
      mustChangePassword: flag().default(0),
      /** When the password was set; 0: with the account. */
      passwordTime: millis().default(0),
      /** 0: never. */
      lastLoginTime: millis().default(0),
      lastLoginIp: text().default(''),
      loginTimes: int().default(0),
      /** Counts the saves of its form. */
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
      // Holds each column that a search names, so that SQLite need not read the rows.
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
      /** From where it began. */
      ip: text(),
      userAgent: text(),
      /** To some minutes. */
      lastUse: millis().default(0),
      way: text<'password' | 'token'>().default('password'),
      /** Another address from which it was used later; '' for none. */
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
      /** What is counted (attempts.ts). Names that don't exist too, so an answer never tells which do. */
      usernameKey: text().key(),
      /** The name alone, by which an administrator unlocks it. */
      accountKey: text().default(''),
      failures: int(),
      lockedUntil: millis(),
      /** Of the last try. */
      time: millis().default(0),
    },
    indexes: {
      login_attempt_account: index('accountKey'),
    },
  }),
  known_device: table({
    columns: {
      accountId: ownedBy('account'),
      /** SHA-256 of network and program, hex. */
      device: text(),
      /** Of the last sign-in. */
      time: millis(),
    },
    key: ['accountId', 'device'],
  }),
  sign_in_log: table({
    columns: {
      id: id(),
      /** session: the use of a session from another address. */
      way: text<'password' | 'token' | 'session'>(),
      /** 0: of no account that there is. */
      accountId: int().noReference(AUTHOR).default(0),
      /** As it was typed, where it failed; '' for a token that is nobody's. */
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
