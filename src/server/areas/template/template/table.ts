import { id, index, int, millis, table, text, unique } from '#server/db/table.ts'

/**
 * Notifies every process when the files change or the template is deleted. The condition is in the function, because in
 * the trigger it would block later changes of the columns.
 */
const NOTIFY_TRIGGERS = [
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
      /**
       * Case-insensitive key of the folder, unique, because Windows and macOS ignore case. Deleted templates have `#`
       * and the id appended.
       */
      folderKey: text(),
      templatePic: text(),
      /** The note (contradictions.md 32). */
      title: text(),
      siteId: int().noReference('a template outlives its site; super administrators see it'),
      sort: int(),
      createTime: millis(),
      /** Incremented with every change of the files; updating it is the template's lock. */
      version: int(),
      /** Incremented with each save of the form. */
      formVersion: int().default(1),
      updateTime: millis().default(0),
      updatedBy: text().default(''),
      /** When the template was deleted; null: active. */
      deleteTime: millis().nullable(),
      deletedBy: text().default(''),
      /** Random; replaced when earlier versions become invalid. */
      feedEpoch: text(),
      /** Tombstones up to this version may be deleted. */
      feedFloor: int().default(0),
      /** The template this draft belongs to; null: not a draft. */
      draftOf: int().nullable().refers('template', { unless: 't."draftOf" is null' }),
    },
    indexes: {
      template_folderKey: unique('folderKey'),
      template_order: index('deleteTime -sort -id'),
      template_draft: unique('draftOf'),
    },
    afterwards: { postgres: NOTIFY_TRIGGERS },
  }),
}
