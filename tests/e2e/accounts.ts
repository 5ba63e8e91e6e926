import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface NewAccount {
  username: string
  trueName: string
  email: string
}

/** Puts a group and its accounts where the running server keeps them: no screen makes them yet. */
export function addGroup(serverData: string, title: string, accounts: readonly NewAccount[], parentId = 1): number {
  const db = new DatabaseSync(join(serverData, 'sitecraft.db'), { timeout: 10_000 })
  try {
    const group = db.prepare('insert into role (title, "parentId", "createTime") values (?, ?, ?)')
    const id = Number(group.run(title, parentId, Date.now()).lastInsertRowid)
    const account = db.prepare(
      `insert into account (username, "usernameKey", "roleId", "isStatus", "createTime", "trueName", email)
       values (?, ?, ?, 1, ?, ?, ?)`,
    )
    db.exec('begin')
    for (const { username, trueName, email } of accounts)
      account.run(username, username.toLowerCase(), id, Date.now(), trueName, email)
    db.exec('commit')
    return id
  } finally {
    db.close()
  }
}
