import { id, index, int, json, millis, ownedBy, ref, table, text } from '#server/db/table.ts'

/**
 * `role.grantVersion` counts the changes of a role's grants, whoever makes them: grants are cached under that number. On
 * PostgreSQL once for each statement, however many rows it changes.
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
      /** The group that it stands under; 0 for the first one. */
      parentId: int().refers('role').default(1),
      title: text(),
      createTime: millis(),
      /** Introduction. */
      note: text().default(''),
      /** Counts the saves. */
      version: int().default(1),
      /** Username. */
      updatedBy: text().default(''),
      /** 0: never changed since it was made. */
      updateTime: millis().default(0),
      /** Counts the changes of its grants; the database does so by itself. */
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
