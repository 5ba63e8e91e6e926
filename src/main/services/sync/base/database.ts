import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '#services/files/sqliteFile.ts'
import type { Logger } from '#services/types.ts'
import { LOG_SCHEMA } from './log.ts'
import { RESTORE_POINTS_SCHEMA } from './restorePoints.ts'

const SCHEMA = `
  create table if not exists base (path text primary key, kind text not null, sha256 text not null, size integer not null, at text not null) without rowid;
  drop table if exists hashes;
  create table if not exists files (path text primary key, sha256 text not null, size integer not null, stamp text not null) without rowid;
  create table if not exists unsynced (path text primary key) without rowid;
  create table if not exists texts (sha256 text primary key, bytes blob not null);
  create table if not exists conflicts (path text primary key, base text not null, local text not null, remote text not null, copy text not null, at text not null) without rowid;
  create table if not exists sending (path text not null, sha256 text not null, size integer not null, primary key (path, sha256)) without rowid;
  create table if not exists state (name text primary key, value text not null) without rowid;
`

/**
 * Opens the database of one workspace. Each finished batch is one transaction (S28): a killed process loses nothing, a
 * power cut at most the end of the running cycle, which the next cycle finds equal on both sides. A damaged database is
 * set aside; then both sides are compared from scratch, which deletes nothing.
 */
export function openDatabase(folder: string, log: Logger): DatabaseSync {
  const database = openSqlite(join(folder, 'base.sqlite'), SCHEMA + LOG_SCHEMA + RESTORE_POINTS_SCHEMA, log)
  // A first sync stores every text; a larger checkpoint interval avoids copying each batch into the main file
  // separately.
  database.exec('pragma wal_autocheckpoint = 4000')
  // Migrates the table of earlier versions, in which each write of a large row cost twice its size.
  if (database.prepare("select 1 from sqlite_master where name = 'contents'").get()) {
    database.exec('begin; insert or ignore into texts select sha256, bytes from contents; drop table contents; commit')
  }
  return database
}
