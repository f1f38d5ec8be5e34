"""The page of running work, live by server-sent events, and its interface for programs."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from gutshot.web.identity import Command, Posted, Who
from gutshot.web.job_work import cancel_job, jobs_shown, may_cancel, shown
from gutshot.web.pages import page
from gutshot.web.refusals import TooManyStreamsError
from gutshot.web.rooms import rooms_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from gutshot.jobs import Subscription
    from gutshot.web.identity import Visitor
    from gutshot.web.rooms import Rooms

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/jobs", tags=["jobs"])

_MOST_STREAMS: Final = 60
_HEARTBEAT_S: Final = 15.0

JobId = Annotated[str, Path(max_length=64, description="The job's id.")]


@router.get("/jobs")
def jobs_page(request: Request, who: Who) -> HTMLResponse:
    """Show what runs."""
    jobs = jobs_shown(rooms_of(request), who.player)
    return page("jobs.html", {"jobs": jobs, "token": who.token})


@router.post("/jobs/{job_id}/cancel")
def cancel(request: Request, form: Posted, job_id: str) -> Response:
    """Cancel a job and show the list."""
    cancel_job(rooms_of(request), job_id, form.who.player)
    return RedirectResponse("/jobs", status_code=303)


@router.get("/jobs/events")
async def events(
    request: Request, who: Who, job: Annotated[str | None, Query(max_length=64)] = None
) -> StreamingResponse:
    """Send how jobs stand, one event a change, until the reader leaves."""
    rooms = rooms_of(request)
    if rooms.streams >= _MOST_STREAMS:
        raise TooManyStreamsError("too many pages watch the jobs: close one, or load this again")
    updates = await run_in_threadpool(rooms.runner.subscribe, job)
    return StreamingResponse(_stream(rooms, updates, who), media_type="text/event-stream")


async def _stream(rooms: Rooms, updates: Subscription, who: Visitor) -> AsyncGenerator[str]:
    rooms.streams += 1
    coming: asyncio.Future[Any] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(updates))
            done, _ = await asyncio.wait({coming}, timeout=_HEARTBEAT_S)
            if not done:
                yield ": still here\n\n"
                continue
            try:
                status = coming.result()
            except StopAsyncIteration:
                break
            coming = None
            mine = await run_in_threadpool(may_cancel, rooms, status.id, who.player)
            yield f"data: {json.dumps(shown(status, mine=mine).payload())}\n\n"
        yield "event: end\ndata: {}\n\n"
    finally:
        rooms.streams -= 1
        if coming is not None:
            coming.cancel()
        # It may wait for whoever tells the others: not here, where everybody waits.
        asyncio.get_running_loop().run_in_executor(None, updates.close)


@api.get("", summary="Work that waits, runs or has just ended")
def list_jobs(request: Request, who: Who) -> dict[str, Any]:
    """Return how each job stands; `/jobs/events` sends the same as it changes."""
    jobs = jobs_shown(rooms_of(request), who.player)
    return {"schema": "gutshot.jobs/1", "jobs": [one.payload() for one in jobs]}


@api.post("/{job_id}/cancel", summary="Cancel a job")
def cancel_by_program(request: Request, who: Command, job_id: JobId) -> dict[str, Any]:
    """Stop a job that you asked for; one that has ended stays as it is."""
    status = cancel_job(rooms_of(request), job_id, who.player)
    return shown(status, mine=True).payload()
