import { id, millis, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const departmentTables = {
  department: table({
    title: '部门',
    columns: {
      id: id(),
      /** The parent department; 0: none. */
      parentId: ref('department'),
      /** Unique below its parent. */
      title: text(),
      createTime: millis(),
      ...lastSavedColumns(),
    },
    indexes: {
      department_name: unique('parentId title'),
    },
  }),
}
