import { channel } from 'node:diagnostics_channel'

/** Tests kill the process at these points, between two steps of one piece of work. */
export type Checkpoint =
  | 'submission_stored'
  | 'void_stored'
  | 'building'
  | 'claimed'
  | 'practice_took_submit'
  | 'answered'
  | 'cancel_requested'
  | 'cancel_asking'
  | 'practice_took_changeState'
  | 'cancel_answered'
  | 'consolidation_begun'
  | 'consolidation_document_stored'
  | 'consolidation_followed'
  | 'consolidation_finished'
  | 'migration_step'
  | 'drop_submitted'
  | 'drop_answered'
  | 'webhook_posted'
  | 'mail_taken_up'
  | 'mail_sending'
  | 'mail_sent'
  | 'opening'

const passed = channel('resit:checkpoint')

/** Published on Node's diagnostics channel `resit:checkpoint`; a shop has no listeners. */
export function checkpoint(name: Checkpoint): void {
  passed.publish(name)
}
