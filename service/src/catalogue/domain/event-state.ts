/**
 * Where an event is in its life: not published yet; with a date to come or without dates; after its last date; put away by
 * its promoter.
 */
export const EVENT_STATES = ["DRAFT", "COMING", "OVER", "ARCHIVED"] as const;
export type EventState = (typeof EVENT_STATES)[number];
