import { id, index, int, millis, table, text, unique } from '#server/db/table.ts'

/**
 * Tells every process in the transaction that changes the files or recycles the template; the embedded database has one
 * process. The condition stands in the function: in the trigger it would forbid later changes of the columns.
 */
const NOTIFY = [
  `create function template_notify() returns trigger language plpgsql as $$
    begin
      if old.version <> new.version or old."deleteTime" is distinct from new."deleteTime" then
        perform pg_notify('sitecraft', 'template:' || new.id);
      end if;
      return null;
    end $$`,
  `create trigger template_notify after update on template for each row execute function template_notify()`,
]

export const templateTables = {
  template: table({
    title: '模板',
    columns: {
      id: id(),
      name: text(),
      folder: text(),
      /** The folder without case, unique: Windows and macOS know no case. With `#` and the id while it is deleted. */
      folderKey: text(),
      templatePic: text(),
      /** The note (contradictions.md 32). */
      title: text(),
      siteId: int().noReference('a template outlives its site; super administrators see it'),
      sort: int(),
      createTime: millis(),
      /** Grows with every change of the files; updating it first is the template's lock. */
      version: int(),
      /** Counts the saves of its form. */
      formVersion: int().default(1),
      updateTime: millis().default(0),
      updatedBy: text().default(''),
      /** When it was moved to the recycle area; null: it is in use. */
      deleteTime: millis().nullable(),
      deletedBy: text().default(''),
      /** Random; another one whenever versions of before say nothing any more. */
      feedEpoch: text(),
      /** What went at this version or before may be forgotten. */
      feedFloor: int().default(0),
      /** The template whose draft copy this is; null: it is a template itself. */
      draftOf: int().nullable().refers('template', { unless: 't."draftOf" is null' }),
    },
    indexes: {
      template_folderKey: unique('folderKey'),
      template_order: index('deleteTime -sort -id'),
      template_draft: unique('draftOf'),
    },
    afterwards: { postgres: NOTIFY },
  }),
}
