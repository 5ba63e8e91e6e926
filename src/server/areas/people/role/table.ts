import { id, index, int, json, millis, ownedBy, ref, table, text } from '#server/db/table.ts'

/**
 * `role.grantVersion` counts all changes of a role's grants, as the key of cached grants. PostgreSQL counts once per
 * statement, however many rows it changes.
 */
const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const
const COUNT_CHANGES = {
  sqlite: EVENTS.map(
    ([event, row]) =>
      `create trigger role_grant_${event} after ${event} on role_grant begin
        update role set "grantVersion" = "grantVersion" + 1 where id = ${row}."roleId";
      end`,
  ),
  postgres: [
    `create function role_grant_changed() returns trigger language plpgsql as $$
      begin
        update role set "grantVersion" = "grantVersion" + 1 where id in (select "roleId" from changed);
        return null;
      end $$`,
    ...EVENTS.map(
      ([event, rows]) =>
        `create trigger role_grant_${event} after ${event} on role_grant
          referencing ${rows} table as changed for each statement execute function role_grant_changed()`,
    ),
  ],
}

export const roleTables = {
  role: table({
    title: '用户组',
    columns: {
      id: id(),
      /** The parent group; 0 for the first group. */
      parentId: int().refers('role').default(1),
      title: text(),
      createTime: millis(),
      note: text().default(''),
      /** Incremented with each save. */
      version: int().default(1),
      /** Username. */
      updatedBy: text().default(''),
      /** 0: never changed. */
      updateTime: millis().default(0),
      /** Counts the changes of its grants; maintained by triggers. */
      grantVersion: int().default(1),
    },
  }),
  role_grant: table({
    title: '用户组权限',
    columns: {
      roleId: ownedBy('role'),
      siteId: ref('site'),
      menuId: ref('site_column'),
      /** Permission ids, number[]. */
      settings: json(),
    },
    key: ['roleId', 'siteId', 'menuId'],
    indexes: {
      role_grant_place: index('siteId menuId'),
    },
    isDeletedWithSite: true,
    afterwards: COUNT_CHANGES,
  }),
}
