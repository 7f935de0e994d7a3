-- For wrk: each request registers a new person on a new phone. Arguments: a series of names, then ids of events.
local events, series, count = {}, "", 0
local threads = 0

-- Each thread runs this script for itself.
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  series = args[1]
  for n = 2, #args do events[n - 1] = args[n] end
end

function request()
  count = count + 1
  local headers = {
    ["content-type"] = "application/json",
    ["idempotency-key"] = string.format("%s-%04x-4000-8000-%012x", series, number, count),
  }
  local event = events[count % #events + 1]
  local body = string.format('{"eventId":"%s","playerName":"%s %d %d"}', event, series, number, count)
  return wrk.format("POST", "/api/rsvps", headers, body)
end

local told = false

function response(status, _, body)
  if status == 201 or told then return end
  told = true
  io.stderr:write(string.format("A registration was answered with %d: %s\n", status, body))
end
