import type { ColumnType, Generated } from 'kysely'

/** 0 or 1: neither database's own boolean is used, so rows read alike in both. */
export type Flag = 0 | 1
/** Epoch milliseconds. */
export type Millis = number
/** JSON text. */
export type Json = string

export interface AccountTable {
  id: Generated<number>
  username: string
  /** Lower case, unique: what sign-in compares. */
  usernameKey: string
  /** argon2id; null: the account can't sign in with a password yet. */
  passwordHash: string | null
  roleId: number
  isStatus: Flag
  createTime: Millis
  trueName: Generated<string>
  /** Pinyin initials of `trueName`. */
  initials: Generated<string>
  /** What lists are searched by, in lower case; kept by triggers. */
  searchText: ColumnType<string, never, never>
  email: Generated<string>
  /** null: in none. */
  departmentId: number | null
  phone: Generated<string>
  employeeNumber: Generated<string>
  /** 1: given by an administrator, to be changed before anything else. */
  mustChangePassword: Generated<Flag>
  /** When the password was set; 0: with the account. */
  passwordTime: Generated<Millis>
  /** 0: never. */
  lastLoginTime: Generated<Millis>
  lastLoginIp: Generated<string>
  loginTimes: Generated<number>
  /** Counts the saves of its form. */
  version: Generated<number>
  /** Username. */
  updatedBy: Generated<string>
  updateTime: Generated<Millis>
}
export interface RoleTable {
  id: Generated<number>
  /** The group that it stands under; 0 for the first one. */
  parentId: Generated<number>
  title: string
  createTime: Millis
  /** Introduction. */
  note: Generated<string>
  /** Counts the saves. */
  version: Generated<number>
  /** Username. */
  updatedBy: Generated<string>
  /** 0: never changed since it was made. */
  updateTime: Generated<Millis>
  /** Counts the changes of its grants; the database does so by itself. */
  grantVersion: Generated<number>
}
export interface RoleGrantTable {
  roleId: number
  siteId: number
  menuId: number
  /** Permission ids, number[]. */
  settings: Json
}
export interface SessionTable {
  /** SHA-256 of the token, hex. */
  tokenHash: string
  accountId: number
  createTime: Millis
  expireTime: Millis
  /** From where it began. */
  ip: string
  userAgent: string
  /** To some minutes. */
  lastUse: Generated<Millis>
  way: Generated<'password' | 'token'>
  /** Another address from which it was used later; '' for none. */
  otherIp: Generated<string>
}
export interface LoginTokenTable {
  tokenHash: string
  accountId: number
  expireTime: Millis
}
export interface CaptchaTable {
  codeKey: string
  /** HMAC of the text with the server's key, hex. */
  value: string
  expireTime: Millis
}
export interface LoginAttemptTable {
  /** What is counted (attempts.ts). Names that don't exist too, so an answer never tells which do. */
  usernameKey: string
  /** The name alone, by which an administrator unlocks it. */
  accountKey: Generated<string>
  failures: number
  lockedUntil: Millis
  /** Of the last try. */
  time: Millis
}
export interface KnownDeviceTable {
  accountId: number
  /** SHA-256 of network and program, hex. */
  device: string
  /** Of the last sign-in. */
  time: Millis
}
export interface SignInLogTable {
  id: Generated<number>
  /** session: the use of a session from another address. */
  way: 'password' | 'token' | 'session'
  /** 0: of no account that there is. */
  accountId: Generated<number>
  /** As it was typed, where it failed; '' for a token that is nobody's. */
  username: string
  ip: string
  userAgent: string
  code: number
  msg: string
  createTime: Millis
}
export interface SiteTable {
  id: Generated<number>
  title: string
  symbol: string
  note: string
  manageType: number
  templateId: number
  isStatus: Flag
  sort: number
  createTime: Millis
  javascript: string
  icp: string
  copyright: string
  policeIcp: string
  eduIcp: string
  grayscale: Flag
  domain: string
  seoTitle: string
  seoKeywords: string
  seoDescription: string
  /** Counts the saves of its forms. */
  version: Generated<number>
  updateTime: Generated<Millis>
  /** Username. */
  updatedBy: Generated<string>
  /** When it went to the recycle area; null: it is in use. */
  deleteTime: Millis | null
  deletedBy: Generated<string>
}
/** A column (menu) of a site; site 0 holds the back office's own menus. */
export interface SiteColumnTable {
  id: Generated<number>
  siteId: number
  parentId: number
  title: string
  enTitle: string
  menuType: number
  identifies: string
  code: string
  sort: number
  hits: number
  frontListUrl: Json
  frontListTemplate: Json
  frontDetailUrl: Json
  frontDetailTemplate: Json
  manageUrl: string
  frontUrl: string
  clue: Flag
  setting: Json
  apiUrlList: Json
  showPositionIds: Json
  moduleId: number
  isAddArticle: Flag
  relationWorkFlow: string
  seoTitle: string
  seoKeywords: string
  seoDescription: string
  allowAddChild: Flag
  allowUpdate: Flag
  allowDelete: Flag
  allowCascadeDelete: Flag
  allowSort: Flag
  isChildMenu: Flag
  isSystemMenu: Flag
  showCrumbs: Flag
  showLoop: Flag
  showFront: Flag
  showManage: Flag
  targetBlank: Flag
  /** MenuField[] of the contract. */
  fields: Json
  /** Grows with each saved change. */
  version: Generated<number>
  changedBy: Generated<string>
  /** 0: never changed since it was made. */
  changeTime: Generated<Millis>
}
export interface OperationLogTable {
  id: Generated<number>
  /** Of the operation, with the API token that was used. */
  title: string
  operation: string
  accountId: number | null
  username: string
  ip: string
  method: string
  url: string
  /** Input without secrets, long texts cut. */
  input: Json
  code: number
  msg: string
  durationMs: number
  createTime: Millis
  /** 0: of no site. */
  siteId: Generated<number>
  /** The part of `operation` before the point. */
  area: Generated<string>
  /** Numbers and flags of the answer. */
  answer: Generated<Json>
  /** RecordChange[] of the contract; '' for none. */
  changes: Generated<string>
  /** Place in the chain of hashes; null until it was put in (areas/system/log/chain). */
  seq: number | null
  hash: string | null
}
/** Where the kept part of the chain of the operation log begins, and its last line. */
export interface OperationLogMarkTable {
  name: 'start' | 'head'
  seq: number
  hash: string
  /** HMAC of the others with the server's key, hex. */
  proof: string
}
export interface SettingTable {
  name: string
  value: string
}

export interface CoreTables {
  account: AccountTable
  role: RoleTable
  role_grant: RoleGrantTable
  session: SessionTable
  login_token: LoginTokenTable
  captcha: CaptchaTable
  login_attempt: LoginAttemptTable
  known_device: KnownDeviceTable
  sign_in_log: SignInLogTable
  site: SiteTable
  site_column: SiteColumnTable
  operation_log: OperationLogTable
  operation_log_mark: OperationLogMarkTable
  setting: SettingTable
}
