import { channel } from 'node:diagnostics_channel'

/** Places between two steps that must not be torn apart unnoticed: what a death here leaves behind is what tests look at. */
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
  | 'opening'

const passed = channel('resit:checkpoint')

/** Says which place the gateway passes, to listeners on Node's diagnostics channel `resit:checkpoint`; there are none in a shop. */
export function checkpoint(name: Checkpoint): void {
  passed.publish(name)
}
